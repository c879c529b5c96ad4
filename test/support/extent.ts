const soak = process.env['STORE_SOAK'] === '1';

/** How much the long tests of the store do: briefly in `npm test`, at length in `npm run test:soak`. */
export const extent = {
  /** Random programs, of all kinds together; STORE_PROGRAMS asks for another number. */
  programs: Number(process.env['STORE_PROGRAMS'] ?? (soak ? 50_000 : 2000)),
  phasesOfProgram: soak ? 4 : 2,
  /** Writes of each of eight processes. */
  writes: soak ? 500 : 200,
  /** How often one of eight processes is killed while they write. */
  kills: soak ? 200 : 20,
  /** Saves of each of eight MCP servers, and how often one is killed in the midst of them. */
  savesOfServer: soak ? 500 : 50,
  killsOfServers: soak ? 200 : 10,
  /** How often a process is killed that imports many memories at once. */
  killsOfImports: soak ? 80 : 4,
  /** Places at which one bit is flipped. */
  flips: soak ? 10_000 : 1000,
} as const;
