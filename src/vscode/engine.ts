import { MemoryHost } from '../memory/memoryHost';
import { observationTypes } from '../memory/observations';
import { coreTools } from '../tools/coreTools';
import { forget } from '../tools/forget';
import { memSave } from '../tools/memSave';
import { runTool } from '../tools/runTool';

/**
 * What a window needs only once something is saved, searched or shown: the store, search, the guard and the tools.
 * A bundle of its own (dist/engine.js), since compiling it takes longer than an activation may. Imported
 * dynamically, from within functions, and never twice by different paths: its classes would be two.
 */
export const engine = {
  MemoryHost,
  coreTools,
  forget,
  memSave,
  observationTypes,
  runTool,
};
