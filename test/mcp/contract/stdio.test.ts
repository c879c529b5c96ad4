import { stdioSurface } from './stdioSurface';
import { testRows } from './testRows';

testRows(stdioSurface);
