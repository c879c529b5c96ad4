import { backgroundOf } from '../memory/background';
import { pinMemory } from '../memory/editing';
import { MemoryHost } from '../memory/memoryHost';
import { needsAttention } from '../memory/needsAttention';
import { observationTypes } from '../memory/observations';
import { replacedVersions } from '../memory/passport';
import { confirmByPerson, decideByPerson, lastDecision, undoByPerson } from '../memory/personDecisions';
import { lastPrompts } from '../memory/prompts';
import { markReviewed } from '../memory/reviews';
import { lastSummarised } from '../memory/sessions';
import { writeSettings } from '../memory/settingsFile';
import { readSettings } from '../memory/storeSettings';
import { WORD_VECTORS_FILE } from '../memory/wordVectorsFile';
import { CallLimit } from '../tools/callLimit';
import { coreTools } from '../tools/coreTools';
import { forget } from '../tools/forget';
import { memSave } from '../tools/memSave';
import { rewriteText } from '../tools/rewriteText';
import { runTool } from '../tools/runTool';
import { byProject } from '../tools/views';

/**
 * What a window needs only once something is saved, searched or shown: the store, search, the guard and the tools.
 * A bundle of its own (dist/engine.js), since compiling it takes longer than an activation may. Imported
 * dynamically, from within functions, and never twice by different paths: its classes would be two.
 */
export const engine = {
  CallLimit,
  MemoryHost,
  WORD_VECTORS_FILE,
  backgroundOf,
  byProject,
  coreTools,
  confirmByPerson,
  decideByPerson,
  forget,
  lastDecision,
  lastPrompts,
  lastSummarised,
  markReviewed,
  memSave,
  needsAttention,
  observationTypes,
  pinMemory,
  readSettings,
  replacedVersions,
  rewriteText,
  runTool,
  undoByPerson,
  writeSettings,
};
