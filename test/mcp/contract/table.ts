import { memoryRows, memoryToolRows } from './rows/memory';
import { memSaveRows, memSaveToolRows } from './rows/memSave';
import { rememberRows, rememberToolRows } from './rows/remember';
import { answerRows } from './rows/answers';
import { errorRows } from './rows/errors';
import { familyRows } from './rows/family';
import { freshnessRows } from './rows/freshness';
import { judgingRows } from './rows/judging';
import { limitRows } from './rows/limits';
import { readingRows } from './rows/reading';
import { repeatRows } from './rows/repeats';
import { sessionRows } from './rows/sessions';
import type { Row } from './row';

/** All rows, in the order of the pages. */
export const table: readonly Row[] = [
  ...memoryRows,
  ...memSaveRows,
  ...rememberRows,
  ...answerRows,
  ...errorRows,
  ...memoryToolRows,
  ...memSaveToolRows,
  ...rememberToolRows,
  ...freshnessRows,
  ...judgingRows,
  ...sessionRows,
  ...repeatRows,
  ...limitRows,
  ...readingRows,
  ...familyRows,
];
