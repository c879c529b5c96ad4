import type { Reader, Row, Transaction } from '../store/types';
import { hoursEarlier } from './timestamp';

/** An idempotency key with what was sent under it: neither can be told from its keyed hash. */
export interface Request {
  /** HMAC-SHA-256 of the key, in hex. */
  readonly keyMac: string;
  /** HMAC-SHA-256 of the tool and its input, in one canonical form and without secrets, in hex. */
  readonly inputMac: string;
}

/** Where a key counts: in one database, and in one workspace of it. */
export interface RequestPlace {
  readonly tool: string;
  readonly workspace: string;
}

/** What the first call with a key led to. */
export interface Repeated {
  /** UUID of the memory. */
  readonly memory: string;
  /** The status that the first answer had. */
  readonly outcome: string;
  /** When it was answered, as the memory's row has it. */
  readonly at: string;
}

export interface RequestRow extends Row {
  readonly id: number;
  readonly tool: string;
  readonly workspace: string;
  readonly key_mac: string;
  readonly input_mac: string;
  readonly memory: string;
  readonly outcome: string;
  readonly created_at: string;
}

export type RequestState =
  | { readonly kind: 'new' }
  | { readonly kind: 'repeated'; readonly first: Repeated }
  /** The key was used for something else. */
  | { readonly kind: 'conflict' };

const KEPT_HOURS = 24;
/** Requests whose time is over that one write removes, so that it stays short. */
const REMOVED_AT_ONCE = 100;

export function requestState(
  db: Reader,
  workspace: string,
  request: Request | undefined,
  date: Date,
): RequestState {
  const row = request && requestRow(db, workspace, request);
  if (row === undefined || row.created_at < hoursEarlier(date, KEPT_HOURS)) return { kind: 'new' };
  if (row.input_mac !== request?.inputMac) return { kind: 'conflict' };
  return { kind: 'repeated', first: { memory: row.memory, outcome: row.outcome, at: row.created_at } };
}

/** Keeps what a key was used for, and removes some of those whose time is over. */
export function keepRequest(
  tx: Transaction,
  { tool, workspace }: RequestPlace,
  request: Request,
  { memory, outcome, at }: Repeated,
  date: Date,
): void {
  const expired = requestRow(tx, workspace, request);
  tx.put('request', {
    ...(expired === undefined ? {} : { id: expired.id }),
    tool,
    workspace,
    key_mac: request.keyMac,
    input_mac: request.inputMac,
    memory,
    outcome,
    created_at: at,
  });
  const old = tx.query<{ id: number }>(
    'SELECT id FROM request WHERE created_at < ? ORDER BY created_at LIMIT ?',
    [hoursEarlier(date, KEPT_HOURS), REMOVED_AT_ONCE],
  );
  for (const { id } of old) tx.delete('request', id);
}

export function allRequests(db: Reader): readonly RequestRow[] {
  return db.query<RequestRow>('SELECT * FROM request ORDER BY id');
}

/** Requests of a project that became part of this one: a call that is repeated now comes here. Keys used here stay. */
export function copyRequests(tx: Transaction, requests: readonly RequestRow[]): void {
  for (const { id: _, ...request } of requests)
    if (requestRow(tx, request.workspace, { keyMac: request.key_mac }) === undefined)
      tx.put('request', request);
}

/** Nothing of a memory that is deleted for good may be repeated. */
export function purgeRequests(tx: Transaction, memory: string): void {
  for (const { id } of tx.query<{ id: number }>('SELECT id FROM request WHERE memory = ?', [memory]))
    tx.delete('request', id);
}

function requestRow(
  db: Reader,
  workspace: string,
  { keyMac }: Pick<Request, 'keyMac'>,
): RequestRow | undefined {
  return db.query<RequestRow>('SELECT * FROM request WHERE workspace = ? AND key_mac = ?', [
    workspace,
    keyMac,
  ])[0];
}
