import type { Finding } from './marks';
import { isPlaceholder } from './placeholder';

const KIND = /^[ \t-]{0,40}["']?kind["']?[ \t]{0,4}:[ \t]{0,4}["']?secret(?:list)?["']?[ \t,]{0,4}$/im;
const DATA = /^([ \t]{0,60}(?:-[ \t]{1,4})?)["']?(?:data|stringData)["']?[ \t]{0,4}:[ \t]{0,4}$/;
const ENTRY =
  /^([ \t]{1,80})(?:["']?[\w.-]{1,200}["']?[ \t]{0,4}:[ \t]{0,4})?(?:["']?)([^\s"'|>]{4,8000})["']?[ \t\r]{0,4}$/;

/** Every value under `data` or `stringData` of a manifest whose `kind` is `Secret`. */
export function findKubernetesSecrets(text: string): Finding[] {
  if (!text.includes('ata') || !KIND.test(text)) return [];
  const findings: Finding[] = [];
  let dataIndent: number | undefined;
  let offset = 0;
  for (const line of text.split('\n')) {
    const data = DATA.exec(line);
    if (data) {
      dataIndent = (data[1] ?? '').length;
    } else if (dataIndent !== undefined && line.trim() !== '') {
      const indent = line.length - line.trimStart().length;
      if (indent <= dataIndent) dataIndent = undefined;
      else findings.push(...entryValue(line, offset));
    }
    offset += line.length + 1;
  }
  return findings;
}

function entryValue(line: string, offset: number): Finding[] {
  const value = ENTRY.exec(line)?.[2];
  if (value === undefined || value.startsWith('#') || value.endsWith(':') || isPlaceholder(value)) return [];
  const start = offset + line.lastIndexOf(value);
  return [{ start, end: start + value.length, rule: 'kubernetes-secret' }];
}
