import { httpSurface } from './httpSurface';
import { testRows } from './testRows';

testRows(httpSurface);
