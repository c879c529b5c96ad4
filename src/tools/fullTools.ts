import { coreTools } from './coreTools';
import { memCompare } from './memCompare';
import { memCapturePassive } from './memCapturePassive';
import { memDelete } from './memDelete';
import { memDoctor } from './memDoctor';
import { memMergeProjects } from './memMergeProjects';
import { memPin, memUnpin } from './memPin';
import { memReview } from './memReview';
import { memSavePrompt } from './memSavePrompt';
import { memSessionEnd } from './memSessionEnd';
import { memSessionStart } from './memSessionStart';
import { memSessionSummary } from './memSessionSummary';
import { memStats } from './memStats';
import { memSuggestTopicKey } from './memSuggestTopicKey';
import { memTimeline } from './memTimeline';
import { memUpdate } from './memUpdate';
import type { ToolDefinition } from './tool';
import { validateMemory } from './validateMemory';

/** The tools of a server that was started with `--tools full`: those of the core, then the rest of the family. */
export const fullTools: readonly ToolDefinition[] = [
  ...coreTools,
  memUpdate,
  memDelete,
  memPin,
  memUnpin,
  memTimeline,
  memCompare,
  memSuggestTopicKey,
  memSessionStart,
  memSessionEnd,
  memSessionSummary,
  memSavePrompt,
  memCapturePassive,
  memReview,
  memMergeProjects,
  memStats,
  memDoctor,
  validateMemory,
];
