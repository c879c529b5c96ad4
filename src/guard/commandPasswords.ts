import type { Finding } from './marks';
import { isPlaceholder } from './placeholder';

interface Command {
  /** One of these stands in every text that the expression matches. */
  readonly names: readonly string[];
  /** Global; group 1 is the password. Repetitions are bounded, and end with the line or the command. */
  readonly pattern: RegExp;
}

/** The other words of a command, up to the option that is looked for. */
const WORDS = String.raw`\b(?:[ \t]+[^\s|;&]{1,80}){0,12}?[ \t]+`;
const VALUE = String.raw`["']?([^\s"'|;&]{4,200})`;

function command(names: readonly string[], option: string): Command {
  return {
    names,
    pattern: new RegExp(String.raw`(?<![\w-])(?:${names.join('|')})${WORDS}${option}${VALUE}`, 'g'),
  };
}

/** Programs that take a password as an argument under a letter that is no name of a secret (their manuals). */
const COMMANDS: readonly Command[] = [
  command(['mysql', 'mysqldump', 'mysqladmin', 'mariadb', 'mariadb-dump'], '-p'),
  command(['sshpass'], '-p ?'),
  command(
    ['docker login', 'podman login', 'helm registry login', 'az login', 'mongosh', 'mongodump'],
    '-p[ \\t]+',
  ),
  command(['redis-cli'], '-a[ \\t]+'),
  command(['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapwhoami'], '-w[ \\t]+'),
  command(['sqlcmd', 'mosquitto_pub', 'mosquitto_sub', 'zip', 'unzip'], '-P[ \\t]+'),
  command(['7z'], '-p'),
  command(['htpasswd'], '-[a-zA-Z]*b[a-zA-Z]*[ \\t]+\\S{1,80}[ \\t]+\\S{1,80}[ \\t]+'),
  command(['net use'], '/user:\\S{1,80}[ \\t]+'),
  command(['openssl'], '-pass(?:in|out)?[ \\t]+pass:'),
  {
    names: ['ConvertTo-SecureString'],
    pattern: /ConvertTo-SecureString[ \t]+(?:-String[ \t]+)?["']([^"'\n]{4,200})/g,
  },
  { names: ['oracle:'], pattern: /jdbc:oracle:\w{2,5}:[\w.$]{1,60}\/([^\s"'@/]{4,100})(?=@)/g },
];

/** What each of the expressions needs beside the name of the program. */
const ANY_OPTION = /[ \t](?:-[A-Za-z]{0,4}[pPawb]|\/user:)|SecureString|oracle:/;

/** `mysql -pqwerty1`, `sshpass -p qwerty1 ssh host`, `docker login -u kim -p qwerty1`. */
export function findCommandPasswords(text: string): Finding[] {
  if (!ANY_OPTION.test(text)) return [];
  const findings: Finding[] = [];
  for (const { names, pattern } of COMMANDS) {
    if (!names.some((name) => text.includes(name))) continue;
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? '';
      if (value.startsWith('-') || isPlaceholder(value)) continue;
      const end = match.index + match[0].length;
      findings.push({ start: end - value.length, end, rule: 'command-password' });
    }
  }
  return findings;
}
