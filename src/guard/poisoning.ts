import type { Poisoning } from './types';
export function detectPoisoning(_text: string): Poisoning | undefined {
  return undefined;
}
