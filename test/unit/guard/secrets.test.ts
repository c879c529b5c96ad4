import { describe, expect, it } from 'vitest';
import { PROVIDER_RULES } from '../../../src/guard/providerRules';
import { redactText } from '../../../src/guard/redact';
import { digits, hex, hmac, letters, lower, mixed, upper } from './support';

const PROVIDER_TOKENS: readonly (readonly [rule: string, token: string])[] = [
  ['aws-access-key', 'AKIA' + upper(16)],
  ['google-api-key', 'AIza' + mixed(35)],
  ['google-oauth', 'GOCSPX-' + mixed(28)],
  ['azure-client-secret', 'a1B' + '8Q~' + mixed(31)],
  ['digitalocean-token', 'dop_v1_' + hex(64)],
  ['github-token', 'ghp_' + mixed(36)],
  ['github-pat', 'github_pat_' + mixed(22) + '_' + mixed(59)],
  ['gitlab-token', 'glpat-' + mixed(20)],
  ['npm-token', 'npm_' + mixed(36)],
  ['pypi-token', 'pypi-AgEIcHlwaS5vcmc' + mixed(60)],
  ['rubygems-key', 'rubygems_' + hex(48)],
  ['docker-token', 'dckr_pat_' + mixed(27)],
  ['anthropic-key', 'sk-ant-api03-' + mixed(80)],
  ['openai-key', 'sk-proj-' + mixed(48)],
  ['api-secret-key', 'sk-' + lower(32)],
  ['huggingface-token', 'hf_' + letters(34)],
  ['groq-key', 'gsk_' + mixed(52)],
  ['slack-token', 'xoxb-' + digits(12) + '-' + digits(12) + '-' + mixed(24)],
  ['slack-webhook', 'https://hooks.slack.com/services/T' + upper(8) + '/B' + upper(8) + '/' + mixed(24)],
  ['discord-token', 'MT' + mixed(23) + '.' + mixed(6) + '.' + mixed(27)],
  ['telegram-token', digits(10) + ':A' + mixed(34)],
  ['sendgrid-key', 'SG.' + mixed(22) + '.' + mixed(43)],
  ['twilio-key', 'SK' + hex(32)],
  ['stripe-key', 'sk_live_' + mixed(24)],
  ['shopify-token', 'shpat_' + hex(32)],
  ['databricks-token', 'dapi' + hex(32)],
  ['vault-token', 'hvs.' + mixed(90)],
  ['tailscale-key', 'tskey-auth-' + mixed(12) + '-' + mixed(32)],
  ['grafana-token', 'glsa_' + mixed(32) + '_' + hex(8)],
  ['newrelic-key', 'NRAK-' + upper(27)],
  ['linear-key', 'lin_api_' + mixed(40)],
  ['notion-token', 'ntn_' + digits(11) + mixed(35)],
  ['figma-token', 'figd_' + mixed(40)],
  ['postman-key', 'PMAK-' + hex(24) + '-' + hex(34)],
  ['age-secret-key', 'AGE-SECRET-KEY-1' + upper(58)],
  ['jwt', btoa('{"alg":"HS256"}').replaceAll('=', '') + '.eyJ' + mixed(30) + '.' + mixed(43)],
  ['password-hash', '$2b$' + '12$' + mixed(53)],
];

describe('provider tokens', () => {
  it.each(PROVIDER_TOKENS)('takes out a %s in prose', (rule, token) => {
    const text = `We rotated ${token} last week.`;
    const { value, rules } = redactText(text, hmac);
    expect(rules).toEqual([rule]);
    expect(value).toMatch(/^We rotated .*\[REDACTED:[a-z0-9-]+:[0-9a-f]{8}\].* last week\.$/);
    expect(value).not.toContain(token.slice(-12));
  });

  it('names each rule once and looks for it everywhere', () => {
    const names = PROVIDER_RULES.map((rule) => rule.name);
    expect(new Set(names).size).toBe(names.length);
    expect(PROVIDER_RULES.filter((rule) => !rule.pattern.global)).toEqual([]);
    expect(PROVIDER_RULES.filter((rule) => !/^[a-z][a-z0-9-]{0,39}$/.test(rule.name))).toEqual([]);
  });
});

describe('secrets without a format of their own', () => {
  const password = 'hunt' + 'er2';
  const strong = 'Tr0ub4' + 'dor&3';
  it.each([
    ['prose', `the staging password is ${password}`, password],
    ['prose with what it is for', `The password for the staging database is "${strong}".`, strong],
    ['prose with a colon', `admin password: ${password}, ask Kim`, password],
    ['Russian prose', `пароль от стенда: ${password}`, password],
    ['Russian prose without a colon', `пароль от админки ${password}.`, password],
    ['Russian declined', `зайти с паролем — ${strong}`, strong],
    ['German prose', `Das Passwort lautet ${strong}`, strong],
    ['Spanish prose', `la contraseña es ${password}`, password],
    ['French prose', `le mot de passe est ${password}`, password],
    ['Chinese prose', `数据库密码是${password}`, password],
    ['prose of a change', `The admin's password was reset to ${password} yesterday.`, password],
    ['prose with a bracket', `Password (staging): ${strong}`, strong],
    ['prose of what it is kept as', `I set the Grafana password as ${strong}.`, strong],
    ['prose after a comma', `Пароль сменили, теперь ${password}.`, password],
    ['a passphrase of two words', `The passphrase of the key is "${password} ${strong}"`, strong],
    ['a name and its password', `You can sign in with kim / ${strong}, it still works.`, strong],
    ['a short name for it', `ssh root@10.0.0.5, pw: ${password}`, password],
    ['a numeric passcode', `VPN passcode ${digits(6)}`, digits(6)],
    ['a token without a verb', `токен бота ${lower(20)}`, lower(20)],
    ['a token in prose', `the deploy token is ${mixed(24)}`, mixed(24)],
    ['a numeric PIN', 'the PIN is ' + digits(6), digits(6)],
    ['a constant', `const dbPassword = '${strong}';`, strong],
    ['an environment file', `export DB_PASSWORD=${letters(9)}`, letters(9)],
    ['JSON', `{"api_key": "${mixed(32)}"}`, mixed(32)],
    ['escaped JSON', `"{\\"client_secret\\":\\"${mixed(32)}\\"}"`, mixed(32)],
    ['YAML', `db:\n  password: ${strong}\n`, strong],
    ['XML', `<server><password>${strong}</password></server>`, strong],
    ['a flag', `psql --password ${strong} -h db`, strong],
    ['a flag with =', `login --token=${mixed(24)}`, mixed(24)],
    ['a comparison', `if ("${strong}" == password) {`, strong],
    [
      'a UUID under a name of secrets',
      'api_key: ' + `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`,
      hex(12),
    ],
    ['a connection string', `postgres://app:${strong}@db.internal:5432/app`, strong],
    ['a password with an at sign', `mongodb://app:p4ss@w0rd9@db.internal:27017/app`, 'p4ss@w0rd9'],
    ['a bearer header', `Authorization: Bearer ${mixed(40)}`, mixed(40)],
    ['a basic header', `curl -H 'Authorization: Basic ${mixed(30)}=='`, mixed(30)],
    ['curl with a user', `curl -u elastic:${strong} https://localhost:9200`, strong],
    ['curl with a key for a user', `curl -u "${mixed(24)}:" https://api.example.com/v1`, mixed(24)],
    ['a session token of AWS', `X-Amz-Security-Token=IQoJb3JpZ2lu${'%2F'.repeat(10)}${mixed(60)}`, mixed(60)],
    ['a stripe key of one letter', `sk_live_${'B'.repeat(24)}`, 'BBBB'],
    [
      'an OpenSSH key',
      `-----BEGIN OPENSSH ${'PRIVATE'} KEY-----\nb3BlbnNzaC1rZXktdjE${mixed(60)}\n-----END OPENSSH ${'PRIVATE'} KEY-----`,
      mixed(60),
    ],
    ['a netrc line', `machine github.com login kim password ${strong}`, strong],
    ['a Kubernetes secret', `kind: Secret\nmetadata:\n  name: s\ndata:\n  extra: ${mixed(20)}\n`, mixed(20)],
    ['a query', `https://api.example.org/v1?access_token=${mixed(32)}&page=2`, mixed(32)],
    ['a name in bold', `- **Password:** ${strong}`, strong],
    ['a bold name and a value as code', `**Password**: \`${letters(9)}\``, letters(9)],
    ['a name as code', `the \`password\` is ${strong}`, strong],
    ['Italian prose', `la password del database è ${strong}`, strong],
    ['Korean prose', `비밀번호는 ${strong} 입니다`, strong],
    ['a table', `| host | Password |\n| --- | :---: |\n| db | \`${strong}\` |`, strong],
    ['a table of tokens', `| API key | for |\n|---|---|\n| ${mixed(24)} | billing |`, mixed(24)],
    ['two attributes', `<add key="Password" value="${letters(9)}" />`, letters(9)],
    ['TOML of several lines', `password = """${letters(9)}"""`, letters(9)],
    ['a YAML block', `db:\n  password: |\n    ${letters(9)}\n`, letters(9)],
    ['YAML on the next line', `password:\n  ${strong}\n`, strong],
    ['mysql', `mysql -h db -u root -p${strong} app`, strong],
    ['sshpass', `sshpass -p '${letters(9)}' ssh root@db`, letters(9)],
    ['docker login', `docker login -u kim -p ${letters(9)} registry.example.org`, letters(9)],
    ['redis-cli', `redis-cli -h cache -a ${letters(9)} ping`, letters(9)],
    ['htpasswd', `htpasswd -bc /etc/htpasswd kim ${letters(9)}`, letters(9)],
    ['openssl', `openssl enc -d -in key.bin -pass pass:${letters(9)}`, letters(9)],
    ['net use', `net use z: \\\\nas\\share /user:kim ${letters(9)}`, letters(9)],
    ['PowerShell', `ConvertTo-SecureString "${letters(9)}" -AsPlainText -Force`, letters(9)],
    ['an Oracle address', `jdbc:oracle:thin:scott/${letters(9)}@db:1521:orcl`, letters(9)],
  ])('takes out %s', (_case, text, secret) => {
    const { value, rules } = redactText(text, hmac);
    expect(rules).toHaveLength(1);
    expect(value).not.toContain(secret);
  });

  it.each([
    [
      'with its end',
      `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${mixed(64)}\n${mixed(20)}\n-----END RSA ${'PRIVATE'} KEY-----`,
      '',
    ],
    ['on one line', `-----BEGIN ${'PRIVATE'} KEY-----\\n${mixed(64)}\\n-----END ${'PRIVATE'} KEY-----`, ''],
    ['without an end', `-----BEGIN ${'PRIVATE'} KEY-----\n${mixed(64)}\n${mixed(64)}`, ''],
  ])('takes out a private key block %s', (_case, block, rest) => {
    const { value, rules } = redactText(`key: ${block}`, hmac);
    expect(rules).toEqual(['private-key']);
    expect(value.replace(/\[REDACTED:private-key:[0-9a-f]{8}\]/, '')).toBe(`key: ${rest}`);
  });

  it('takes out a base64-encoded private key', () => {
    const pem = Buffer.from(`-----BEGIN ${'PRIVATE'} KEY-----\n${mixed(64)}\n`).toString('base64');
    expect(redactText(`data: ${pem}`, hmac).value).toMatch(/^data: \[REDACTED:private-key:[0-9a-f]{8}\]$/);
  });

  it.each([
    ['zero-width', '\u200b'],
    ['control', '\0'],
  ])('is not fooled by %s characters', (_kind, hidden) => {
    const token = 'ghp_' + mixed(36);
    const { value, rules } = redactText(`see ${token.slice(0, 10)}${hidden}${token.slice(10)} there`, hmac);
    expect(rules).toEqual(['github-token']);
    expect(value).toMatch(/^see \[REDACTED:github-token:[0-9a-f]{8}\] there$/);
  });
});

describe('a token that is written otherwise', () => {
  const token = 'ghp_' + mixed(36);
  const [first, second] = [token.slice(0, 20), token.slice(20)];
  const base64 = Buffer.from(`DB_PASSWORD=${mixed(14)}\nGITHUB=${token}\n`).toString('base64');
  it.each([
    ['with one character percent-encoded', token.replace('_', '%5F')],
    ['with all of them', percentEncoded(token)],
    ['encoded twice', token.replace('_', '%255F')],
    ['with an escape of JSON', token.replace('g', '\\u0067')],
    ['with an escape of strings', token.replace('_', '\\x5f')],
    ['with an entity', token.replace('_', '&#95;')],
    ['with an entity in hexadecimal', token.replace('_', '&#x5F;')],
    ['in full-width letters', fullWidth(token)],
    ['in base64', Buffer.from(token).toString('base64')],
    ['in base64 for addresses', Buffer.from(`user ${token}?>`).toString('base64url')],
    ['in hexadecimal', Buffer.from(token).toString('hex')],
    ['in a file in base64', base64],
    ['broken by a line', `${first}\n${second}`],
    ['broken by a line of Windows', `${first}\r\n${second}`],
    ['continued on the next line', `${first}\\\n    ${second}`],
    ['put together of two strings', `"${first}" + "${second}"`],
    ['put together over two lines', `'${first}' +\n  '${second}'`],
  ])('%s is taken out whole, and nothing around it', (_case, written) => {
    const { value, rules } = redactText(`see ${written} there`, hmac);
    expect(rules).toHaveLength(1);
    expect(value).toMatch(/^see \W?\[REDACTED:[a-z-]+:[0-9a-f]{8}\]\W? there$/);
  });

  it.each([
    `the prefix is gh${'p_'}\nand is followed by ${mixed(8)}`,
    `${Buffer.from('Nothing secret is said in this text.').toString('base64')}`,
    `sha256 ${hex(64)} and commit ${hex(40)}`,
    '100%25 of 50%5F tests, \\u0041nd &#65; passed',
    '| Password | Rule |\n| --- | --- |\n| required | min 12 |\n| hashed | argon2 |',
    'docker run -p 8080:80 app && mysql -p -u root && mysqldump -p$PASS db && redis-cli -a <password>',
    'password:\n  type: string\n  minLength: 12\ntoken:\n  - read\n',
    'The **password** is hashed, the **token**: required, and `password` is a reserved word.',
    'mkdir -p build/a1 && cp -a src1 dest2 && zip -P',
  ])('of %j nothing is', (text) => {
    expect(redactText(text, hmac)).toEqual({ value: text, rules: [] });
  });
});

function percentEncoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');
}

function fullWidth(text: string): string {
  return [...text].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('');
}

describe('what is not a secret', () => {
  it.each([
    'Fixed in 3fa9c07b51de28463fa9c07b51de28463fa9c07b, released as v2.4.1',
    'id 6387829c-5628-4331-a7ac-4196fdf16631 was merged',
    'source_hash: sha256:3fa9c07b51de28463fa9c07b51de28463fa9c07b51de28463fa9c07b51de2846',
    'integrity sha512-1Yjs2SvM8TflER/OD3cOjhWWOZb58A2t7wpE2S9XfBYTiIl+XFhQG2bjy4Pu1I+EAlCNUzRDYDdFwFYUKvXcIA==',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl kim@host',
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----',
    'password: <password>, token = $TOKEN, secret: ${SECRET}, api_key: changeme, pwd: xxx',
    'postgres://user:password@localhost/app and https://$USER:$PASS@host',
    'curl -H "Authorization: Bearer <token>" and `Authorization: Bearer $API_KEY`',
    'The accent colour is #ff8800 on #1a2b3c',
    'icon: data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4',
    'password_file: /etc/app/password.txt, token_path = ~/.config/app/token.json',
    'recovery_token: rec-0123456789abcdef',
    'const password = getPassword(); const token = await fetchToken(user1.id);',
    'interface Login { password: string; token?: string }',
    'The password is hashed with argon2id; the token is stored in 1Password.',
    'Passwords must be at least 12 characters; the password was changed in 2024.',
    'пароль хранится в bcrypt, токен берётся из переменной окружения',
    'max_tokens: 4096, token_type = bearer, primary_key: users_2024_pkey1',
    'pk_live_ keys are publishable',
    'See #4711 and PR 1234 about the secret scanner',
    `a token looks like ghp_${'x'.repeat(36)} or GR1348941${'123'.repeat(8)}`,
    `AWS shows AKIA${'IOSFODNN7'}EXAMPLE in its documentation`,
    `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ.eyJ${mixed(30)}.${mixed(43)} is cut in its header`,
    `-----BEGIN OPENSSH ${'PRIVATE'} KEY-----\n${mixed(60)}\n-----END OPENSSH ${'PRIVATE'} KEY-----`,
    `-----BEGIN ${'PRIVATE'} KEY-----\n${hex(64)}\n-----END ${'PRIVATE'} KEY-----`,
    'export OPS_TOKEN=ops_eyJzaWduSW5BZGRyZXNzIjoiaHR0cHM6...',
    'Use argon2 as the password hash and OAuth2 as the login for passwords',
  ])('leaves %j as it is', (text) => {
    expect(redactText(text, hmac)).toEqual({ value: text, rules: [] });
  });
});
