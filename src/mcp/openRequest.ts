import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

export type RequestParams = Readonly<Record<string, unknown>> | undefined;

/** A request whose parameters are left open: what is wrong with them is told by this server, in its own words. */
export function openRequest<Method extends string>(method: Method) {
  return z.object({ method: z.literal(method), params: z.custom<RequestParams>().optional() });
}

/** A parameter that must be text. Throws an `McpError` that names it and quotes nothing. */
export function requiredText(params: RequestParams, name: string): string {
  const value = params?.[name];
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new McpError(ErrorCode.InvalidParams, `${name} is required, as text that is not blank.`);
}
