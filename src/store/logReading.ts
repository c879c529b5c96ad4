import { decodeSeal, type Scan, type Seal } from './frame';
import { decodeRows, type RowImage } from './rowImage';

export interface CountedFrame {
  readonly sequence: number;
  readonly transaction: string;
  readonly rows: readonly RowImage[];
}

export interface LogPart {
  /** Frames that are part of the common order, in order. */
  readonly counted: readonly CountedFrame[];
  /** Transactions whose frame lost the race for its sequence number. */
  readonly voided: readonly string[];
  /** Sequence number after the counted frames. */
  readonly sequence: number;
  /** Bytes of the scan that are read for good. */
  readonly end: number;
  /** Present when the log ends here. */
  readonly seal?: Seal;
  readonly damage: readonly string[];
}

/**
 * Decides which frames of a scan count: the first one that carries the next sequence number does, a lower one
 * is void, a higher one means that frames between were lost. Nothing behind the first seal counts. Pure, so that
 * every process and the worker decide alike.
 */
export function readLogPart(scan: Scan, log: string, sequenceBefore: number): LogPart {
  const counted: CountedFrame[] = [];
  const voided: string[] = [];
  const damage: string[] = [];
  let sequence = sequenceBefore;
  let end = scan.end;
  let seal: Seal | undefined;
  for (const frame of scan.frames) {
    if (frame.kind === 'seal') {
      seal = decodeSeal(frame.body);
      end = frame.end;
      sequence = Math.min(sequence, seal.sequence ?? sequence);
      while ((counted.at(-1)?.sequence ?? 0) > sequence) voided.push(counted.pop()?.transaction ?? '');
      break;
    }
    if (frame.kind !== 'rows') continue;
    if (frame.sequence <= sequence) {
      voided.push(frame.transaction);
      continue;
    }
    if (frame.sequence > sequence + 1) {
      damage.push(
        `${log}: the changes numbered ${sequence + 1} to ${frame.sequence - 1} are damaged and were left out.`,
      );
    }
    sequence = frame.sequence;
    counted.push({
      sequence,
      transaction: frame.transaction,
      rows: rowsOf(frame.body, log, sequence, damage),
    });
  }
  for (const part of scan.skipped) {
    if (part.cause === 'damaged' && part.end <= end) {
      damage.push(
        `${log}: ${part.end - part.start} bytes that are no change were passed over; they stay in the file.`,
      );
    }
  }
  if (scan.tail === 'damaged' && !seal) {
    damage.push(`${log}: the last change is damaged and was left out; its bytes stay in the file.`);
  }
  return { counted, voided, sequence, end, damage, ...(seal && { seal }) };
}

function rowsOf(body: Uint8Array, log: string, sequence: number, damage: string[]): readonly RowImage[] {
  try {
    return decodeRows(body);
  } catch (error) {
    damage.push(
      `${log}: the change numbered ${sequence} cannot be read (${String(error)}) and was left out.`,
    );
    return [];
  }
}
