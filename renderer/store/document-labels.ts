/** Titles of tabs whose documents aren't files, and what the store itself says. */
export const documentLabels = {
  processes: 'Processes',
  pages: {
    files: 'Files',
    startup: 'Startup and ports',
    flight: 'Flight recorders',
    rules: 'Rules',
    connections: 'Connections',
    settings: 'Settings',
    diagnostics: 'Pipescope diagnostics',
  },
  processPages: {
    record: (name: string) => `Record ${name}`,
    stacks: (name: string) => `${name} · stacks`,
    dump: (name: string) => `Dump ${name}`,
    'heap-capture': (name: string) => `Heap graph of ${name}`,
    case: (name: string) => `Case ${name}`,
    advanced: (name: string) => `Modify ${name}`,
    console: (name: string) => `${name} · console`,
  },
  live: (name: string) => `${name} · live`,
  onMachine: (name: string, machine: string) => `${name} on ${machine}`,
  couldntSaveTheSetting: 'Couldn’t save the setting',
} as const
