import * as z from 'zod';
import type { ToolDefinition } from './tool';

export interface PropertySchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: PropertySchema;
  readonly [keyword: string]: unknown;
}

/** The flat object schema a model sees. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

const inputs = new WeakMap<ToolDefinition, ObjectSchema>();

export function inputSchema(tool: ToolDefinition): ObjectSchema {
  let schema = inputs.get(tool);
  if (schema === undefined) {
    schema = toObjectSchema(tool.input);
    inputs.set(tool, schema);
  }
  return schema;
}

export function outputSchema(tool: ToolDefinition): ObjectSchema {
  return toObjectSchema(tool.output);
}

/**
 * Only `type`, `properties`, `required` and, in a property, what every client understands: strict ones refuse
 * what they do not know, and several models never see bounds, which the descriptions therefore say.
 */
function toObjectSchema(object: z.ZodObject): ObjectSchema {
  const full = z.toJSONSchema(object, { io: 'input', unrepresentable: 'any' }) as ObjectSchema;
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(full.properties).map(([name, property]) => [name, plain(property)]),
    ),
    ...(full.required === undefined || full.required.length === 0 ? {} : { required: full.required }),
  };
}

function plain(property: PropertySchema): PropertySchema {
  return {
    ...(property.type === undefined ? {} : { type: property.type }),
    ...(property.description === undefined ? {} : { description: property.description }),
    ...(property.enum === undefined ? {} : { enum: property.enum }),
    ...(property.items === undefined ? {} : { items: plain(property.items) }),
  };
}
