import { letters, lower, mixed } from './support';

/** Made-up values as people choose them, put together at run time: none stands whole in this file. */
const VALUES: Readonly<Record<string, string>> = {
  A: 'hunt' + 'er2',
  B: 'Tr0ub4' + 'dor&3',
  C: 'Sommer' + '2024!',
  D: 'qwerty' + '789',
  E: 'correct-horse' + '-battery-9',
  F: 'open' + 'sesame',
  G: lower(20),
  H: mixed(32),
  I: letters(9) + '#1',
  J: '83' + '1947',
  K: 'P@ss' + 'w0rt',
  L: 'zima' + '_2019',
};

/** How a sentence with a secret reads, and its twin with none. `{A}` is where the value stands. */
const TWINS: Readonly<Record<string, readonly (readonly [secret: string, harmless: string])[]>> = {
  English: [
    ['The staging password is {A}.', 'The staging password is rotated every quarter.'],
    ['Log in as admin with password {B}.', 'Log in as admin with password authentication disabled.'],
    ['The password for the test database is "{F}".', 'The password for the test database is "required".'],
    ['We changed the wifi password to {C} last week.', 'We changed the password policy to 12 characters last week.'],
    ['My SSH passphrase: {E}', 'My SSH passphrase: stored in the keychain'],
    ['Use {B} as the password for the demo account.', 'Use bcrypt as the password hash for the demo account.'],
    ['password = {D} on the old Jenkins box', 'password = hashed with argon2id on the old Jenkins box'],
    ['the api key is {H}, do not share it', 'the api key is read from the environment, do not hard-code it'],
    ['Our deploy token is {G}', 'Our deploy token is scoped to read_registry'],
    ['The root password was {I} before the move.', 'The root password was removed before the move.'],
    ["Kim's pwd: {A}", "Kim's pwd: see 1Password"],
    ['The PIN is {J}.', 'The PIN has 6 digits.'],
    ['credentials: admin / {B}', 'credentials: admin / read-only'],
    ['The secret for signing webhooks is {H}.', 'The secret for signing webhooks is in Vault.'],
    ['Set the password back to {C} when the tests are done.', 'Set the password back to its default when the tests are done.'],
  ],
  Russian: [
    ['Пароль от стенда: {A}', 'Пароль от стенда: спросить у Кима'],
    ['пароль от админки {D}', 'пароль от админки сбросили'],
    ['Пароль для тестовой базы — {B}.', 'Пароль для тестовой базы — в хранилище.'],
    ['Новый пароль {C}, старый больше не работает.', 'Новый пароль обязателен, старый больше не работает.'],
    ['зайти под root с паролем {I}', 'зайти под root с паролем нельзя'],
    ['Логин admin, пароль {B}', 'Логин admin, пароль по запросу'],
    ['Пароль: «{F}»', 'Пароль: «обязательно»'],
    ['токен для деплоя: {G}', 'токен для деплоя: в переменной CI_TOKEN'],
    ['API-ключ от карт — {H}', 'API-ключ от карт — в .env'],
    ['Пин-код от сейфа {J}', 'Пин-код от сейфа 6 цифр'],
    ['Поменяли пароль на {C}', 'Поменяли пароль на сервере'],
    ['секретный ключ вебхука: {H}', 'секретный ключ вебхука: хранится в Vault'],
    ['Пароль wifi в офисе — {L}.', 'Пароль wifi в офисе — на доске.'],
    ['пароль такой: {D}', 'пароль такой: не меньше 12 символов'],
    ['Используй {B} как пароль для демо.', 'Используй argon2 как хеш пароля для демо.'],
  ],
  German: [
    ['Das Passwort lautet {A}.', 'Das Passwort lautet bei jedem anders.'],
    ['Passwort für den Testserver: {C}', 'Passwort für den Testserver: siehe Tresor'],
    ['Das Kennwort ist {K}', 'Das Kennwort ist abgelaufen'],
    ['Melde dich als admin mit dem Passwort {B} an.', 'Melde dich als admin mit dem Passwort aus dem Tresor an.'],
    ['Das neue Passwort ist „{F}“.', 'Das neue Passwort ist „erforderlich“.'],
    ['Wir haben das Passwort auf {C} geändert.', 'Wir haben das Passwort auf dem Server geändert.'],
    ['Der API-Schlüssel ist {H}.', 'Der API-Schlüssel ist geheim.'],
    ['Zugangsdaten: admin / {B}', 'Zugangsdaten: admin / siehe Wiki'],
    ['Token für das Deployment: {G}', 'Token für das Deployment: aus der CI-Variable'],
    ['Das WLAN-Passwort lautet {E}.', 'Das WLAN-Passwort lautet nicht mehr wie früher.'],
    ['Die PIN ist {J}.', 'Die PIN ist sechsstellig.'],
    ['Root-Passwort = {I}', 'Root-Passwort = zufällig erzeugt'],
    ['Das Passwort der Datenbank war {D}', 'Das Passwort der Datenbank war zu kurz'],
    ['Der geheime Schlüssel lautet {H}', 'Der geheime Schlüssel lautet überall gleich'],
    ['Nimm {B} als Passwort für die Demo.', 'Nimm bcrypt als Hash für das Passwort der Demo.'],
  ],
  Chinese: [
    ['数据库密码是{A}', '数据库密码是必填项'],
    ['密码：{B}', '密码：见保险库'],
    ['测试环境的登录密码为{D}。', '测试环境的登录密码为空时会报错。'],
    ['管理员密码改成了{C}', '管理员密码改成了定期轮换'],
    ['用户名admin，密码{B}', '用户名admin，密码请向管理员索取'],
    ['无线密码是“{F}”。', '无线密码是“必填”。'],
    ['API密钥是{H}', 'API密钥是从环境变量读取的'],
    ['部署令牌：{G}', '部署令牌：保存在CI变量里'],
    ['口令 {I}', '口令 至少12位'],
    ['服务器的root密码设为{E}', '服务器的root密码设为随机生成'],
    ['旧密码是{L}，已经停用', '旧密码是弱口令，已经停用'],
    ['访问令牌为{H}', '访问令牌为空'],
    ['请用密码{C}登录演示账号', '请用密码登录演示账号'],
    ['PIN码是{J}', 'PIN码是六位数字'],
    ['用{B}作为演示账号的密码', '用argon2作为密码的哈希算法'],
  ],
}; // prettier-ignore

export interface ProseSentence {
  readonly language: string;
  readonly text: string;
  /** What must not be left; absent: nothing may be taken out. */
  readonly secret?: string;
}

export const PROSE_SENTENCES: readonly ProseSentence[] = Object.entries(TWINS).flatMap(([language, twins]) =>
  twins.flatMap(([withSecret, harmless]) => {
    const secret = VALUES[/\{(.)\}/.exec(withSecret)?.[1] ?? ''] ?? '';
    return [
      { language, text: withSecret.replace(/\{.\}/, () => secret), secret },
      { language, text: harmless },
    ];
  }),
);
