/** Words that stand where a secret would be, or say something about one. Compared in lower case. */
const WORDS = new Set(
  `password passwords passwd pwd pass passphrase passcode secret secrets token tokens key keys apikey api-key api_key
  credential credentials username user login admin-password test testing tests foo bar baz foobar qux abc none null nil
  undefined true false yes no on off empty blank missing required optional invalid incorrect wrong expired valid
  unknown default hidden masked text string str number integer int boolean bool object array char varchar bytes
  any void self this value values input field type name prompt ask auto generated random rotated reset changed updated
  enabled disabled stored hashed encrypted plaintext plain deprecated removed deleted leaked exposed weak strong short
  long same different shared unique not never always must should can cannot will may might too only also set unset sent
  used here there below above see env environment variable file bearer basic digest jwt oauth oauth2 hmac sha1 sha256
  sha512 sha-256 md5 bcrypt scrypt argon2 argon2id argon2i pbkdf2 base64 utf8 utf-8 hex2 rs256 hs256 es256 ed25519 x509
  пароль секрет токен нет да обязательно обязателен erforderlich pflicht geheim requerida obligatorio obligatoire requis
  必填 必填项`.split(/\s+/),
);

const STAND_IN =
  /example|placeholder|change-?_?me|insert[-_ ]|your[-_ ]?|redacted|dummy|fake|sample|<[\w .:-]*>|\.\.\.|…|^(?:my|the|some|our|an?)[-_ ]|todo|tbd|\bxxx|replace[-_ ]?(?:me|with|this)/i;

/** Where a value comes from instead of what it is: variables, templates, calls, other stores. */
const REFERENCE =
  /^(?:\$|%[A-Za-z_]\w*%|%[sdv@]$|\{|\[|\(|#\{|@\{|!|&|\*[A-Za-z]|process\.env|os\.|env[.(:]|System\.|ENC[[(]|ENCRYPTED|vault:|ref\+|op:\/\/|sm:\/\/|arn:|keyring:|secretKeyRef|valueFrom|[a-z][a-z0-9+.-]{1,20}:\/\/[^@]*$|file:|rec-[0-9a-f]{16}$)/;

const FILE_PATH =
  /^(?:~|\.{1,2})?\/[\w.@-]+(?:\/[\w.@-]*)*$|^[A-Za-z]:\\|^[\w-]+\.(?:json|ya?ml|txt|pem|key|env|ts|js|py|go|rs|cer|p12|crt|toml|md)$/;

/** As much of a value as is looked at. */
const SAMPLE = 80;

/** True for what is written in place of a secret: `<token>`, `xxx`, `changeme`, `$TOKEN`, `****`, a path. */
export function isPlaceholder(value: string): boolean {
  const bare = value.slice(0, SAMPLE);
  if (bare.length < 3) return true;
  if (WORDS.has(bare.toLowerCase())) return true;
  if (REFERENCE.test(bare)) return true;
  if (STAND_IN.test(bare)) return true;
  if (FILE_PATH.test(bare) && !looksRandomPath(bare)) return true;
  return !/^\d+$/.test(bare) && hasTwoLettersAtMost(bare.toLowerCase());
}

function hasTwoLettersAtMost(value: string): boolean {
  const first = value.charAt(0);
  let second = first;
  for (const character of value) {
    if (character === first || character === second) continue;
    if (second !== first) return false;
    second = character;
  }
  return true;
}

/** A base64 value may start with a slash. */
function looksRandomPath(value: string): boolean {
  return value.length >= 32 && /\d/.test(value) && /[A-Z]/.test(value) && !value.slice(1).includes('.');
}

/** Shannon entropy in bits a character. */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}
