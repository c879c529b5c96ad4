import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { detectPoisoning } from '../../../src/guard/poisoning';
import { redactText } from '../../../src/guard/redact';
import { hmac, mixed } from './support';

const SCANS = 20_000;
/** Of 8 bytes a scan a leak would leave 160 KB; what the engine itself keeps was some 30 KB. */
const KEPT_BYTES = 256 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** With turns of the event loop between: a runner that hears nothing for long gives up. */
async function scan(from: number, to: number): Promise<number> {
  let struck = 0;
  for (let n = from; n < to; n++) {
    const text = `Memory ${n}: the build reads ${mixed(20 + (n % 17))}; the staging password is hunter${n}. Ünïcode ${n}.`;
    struck += redactText(text, hmac).rules.length;
    if (detectPoisoning(text) !== undefined) struck++;
    if (n % 500 === 0) await turn();
  }
  return struck;
}

function heapAfterGarbage(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('20,000 scans in one process', () => {
  it('leave nothing behind', { timeout: 240_000 }, async () => {
    await scan(0, SCANS / 4);
    const before = heapAfterGarbage();
    expect(await scan(SCANS, 2 * SCANS)).toBeGreaterThanOrEqual(SCANS);
    expect(heapAfterGarbage() - before).toBeLessThan(KEPT_BYTES);
  });
});
