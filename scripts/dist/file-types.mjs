/**
 * Files that open with a double-click. `electron-builder.yml` lists the same endings for Windows and macOS; a test compares them.
 */
export const fileTypes = /** @type {const} */ ([
  { ending: 'nettrace', mime: 'application/x-nettrace', name: '.NET event trace', magic: 'Nettrace' },
  { ending: 'netperf', mime: 'application/x-netperf', name: '.NET event trace of .NET Core 3', magic: null },
  { ending: 'gcdump', mime: 'application/x-gcdump', name: '.NET heap graph', magic: null },
  { ending: 'cpuprofile', mime: 'application/x-v8-cpuprofile', name: 'V8 CPU profile', magic: null },
  { ending: 'folded', mime: 'application/x-folded-stacks', name: 'Folded stacks', magic: null },
  { ending: 'pprof', mime: 'application/x-pprof', name: 'pprof profile', magic: null },
])
