import { countOf } from '../../../shared/base/count-of.ts'

/** Labels and sentences of the Connections page, by the part that shows them. */
export const connectionLabels = {
  addCard: {
    addAConnection: 'Add a connection',
    add: 'Add',
  },
  screen: {
    couldntRead: 'Couldn’t read the connections',
    connections: 'Connections',
    detail: 'Where Pipescope looks for processes',
    machines: 'Machines',
    notOnWindows:
      'The OpenSSH client for Windows has no control sockets and can’t forward to sockets, so processes on other machines can’t be reached from here. Use Pipescope on Linux or macOS, or inside WSL.',
    noHosts: 'Your ssh configuration names no hosts. Add one above to see the .NET processes of another machine.',
  },
  machineCard: {
    local: 'Local',
    connected: 'Connected',
    thisMachine: 'This machine',
    processes: (count: number) => countOf(count, 'process', 'processes'),
    ssh: 'SSH',
  },
  commands: {
    couldntConnectTo: (name: string) => `Couldn’t connect to ${name}`,
    couldntDisconnectFrom: (name: string) => `Couldn’t disconnect from ${name}`,
    couldntRemove: (name: string) => `Couldn’t remove ${name}`,
    couldntAddTheHost: 'Couldn’t add the host',
  },
  machineDetail: {
    passed: 'Passed',
    failed: 'Failed',
    inProgress: 'In progress',
    notTested: 'Not tested',
    testedWithProcess: 'Tested when a process is first opened',
    connectionTo: (name: string) => `Connection to ${name}`,
    remove: 'Remove',
    showProcesses: 'Show processes',
    cancel: 'Cancel',
    disconnect: 'Disconnect',
    connect: 'Connect',
    connectAgain: 'Connect again',
    steps: 'Steps of the connection',
    step: 'Step',
    result: 'Result',
    time: 'Time',
    copy: 'Copy',
    copied: 'Copied',
    sshOutput: 'Output of ssh',
    explanation:
      'Pipescope uses this system’s ssh with your configuration, keys, agent and jump hosts. Nothing is installed on the other machine, and looking at processes writes nothing there.',
    whatWorks:
      'Live views, recordings, stack snapshots, heap graphs, dumps, perf maps and the environment work over SSH. To launch programs there, use Startup and ports.',
  },
  leftDumps: {
    title: (name: string) => `Dumps on ${name}`,
    explanation:
      'Pipescope had these dumps written there, now or before it was last closed. Each holds the memory of its process until it is removed.',
    list: 'List of dumps',
    file: 'File',
    process: 'Process',
    processAndPid: (name: string, pid: string) => `${name}, PID ${pid}`,
    taken: 'Taken',
    size: 'Size',
    actions: 'Actions',
    notSeen: 'Not known yet',
    fetch: 'Fetch',
    fetchAgain: 'Fetch again',
    continueFetching: 'Continue fetching',
    partHere: (size: string) => `${size} fetched so far`,
    fetching: 'Fetching; see Jobs',
    remove: 'Remove…',
    removed: (machine: string) => `Dump removed from ${machine}`,
    couldntRead: 'Couldn’t list the dumps on this machine',
    couldntFetch: 'Couldn’t fetch the dump',
    couldntRemove: 'Couldn’t remove the dump',
  },
  state: {
    couldntReadSshConfiguration: 'Couldn’t read the ssh configuration',
  },
} as const
