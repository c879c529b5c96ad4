import { createHmac } from 'node:crypto';
import type { Hmac } from '../../../src/guard/types';

export const hmac: Hmac = (text) => createHmac('sha256', 'a key of tests').update(text).digest('hex');

const LOWER = 'k3j9x2m7q4w8z5t1';
const MIXED = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xYz';

/** Made-up key material, put together at run time: nothing that looks like a secret stands in the file. */
export function mixed(length: number): string {
  return MIXED.repeat(Math.ceil(length / MIXED.length)).slice(0, length);
}

export function lower(length: number): string {
  return LOWER.repeat(Math.ceil(length / LOWER.length)).slice(0, length);
}

export function upper(length: number): string {
  return lower(length).toUpperCase();
}

export function hex(length: number): string {
  return '3fa9c07b51de2846'.repeat(Math.ceil(length / 16)).slice(0, length);
}

export function letters(length: number): string {
  return 'aBcDeFgHiJkLmNoPqRsTuVwXyZ'.repeat(Math.ceil(length / 26)).slice(0, length);
}

export function digits(length: number): string {
  return '4071938265'.repeat(Math.ceil(length / 10)).slice(0, length);
}
