import { StoreError } from './types';

/** An unexpected fault of the disk as the store reports it; its own errors pass as they are. */
export function asStoreError(error: unknown, directory: string): StoreError {
  if (error instanceof StoreError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreError('store_unavailable', `The store in ${directory} cannot be used: ${reason}`, {
    cause: error,
  });
}

export function closedError(): StoreError {
  return new StoreError('store_unavailable', 'The store is closed');
}

export function tooNewError(directory: string): StoreError {
  return new StoreError(
    'schema_too_new',
    `The store in ${directory} was written by a newer version of this program: reload the window or update it`,
  );
}
