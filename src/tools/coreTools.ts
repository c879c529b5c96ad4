import { forget } from './forget';
import { memContext } from './memContext';
import { memCurrentProject } from './memCurrentProject';
import { memGetObservation } from './memGetObservation';
import { memJudge } from './memJudge';
import { memory } from './memory';
import { memSave } from './memSave';
import { memSearch } from './memSearch';
import { remember } from './remember';
import type { ToolDefinition } from './tool';

/** The tools of both surfaces, in the order in which they are listed. */
export const coreTools: readonly ToolDefinition[] = [
  memSearch,
  memContext,
  memGetObservation,
  memSave,
  memory,
  remember,
  forget,
  memJudge,
  memCurrentProject,
];
