import { describe, expect, test } from 'vitest'
import type { AppFacts } from '../../shared/model/app.ts'
import { asPid, asProcessKey } from '../../shared/model/ids.ts'
import type { ProcessRow } from '../../shared/model/process.ts'
import { defaultSettings, type Settings } from '../../shared/model/settings.ts'
import { AppLog } from './log.ts'
import { composeReport } from './problem-report.ts'

const secret = 'Zq7Kp2xW'
const words = { homeFolder: `/home/${secret}`, userName: secret, hostName: `host-${secret}` }

const facts: Omit<AppFacts, 'start'> = {
  version: '0.1.0',
  electronVersion: '33.2.1',
  chromiumVersion: '130',
  nodeVersion: '20.18.1',
  platform: 'linux',
  architecture: 'x64',
  isSandboxed: true,
  isPackaged: false,
  windowFrame: 'overlay',
  userName: secret,
  userFolder: `/home/${secret}/.config/pipescope`,
  processStartMs: 0,
  isTour: false,
}

/** A process that carries the secret wherever a person could have put it. */
const row: ProcessRow = {
  key: asProcessKey(`7:${secret}`),
  pid: asPid(7),
  parentKey: asProcessKey(`1:${secret}`),
  name: `Orders-${secret}`,
  detail: secret,
  state: 'no-permission',
  problem: { kind: 'foreign-owner', owner: secret, path: `/tmp/${secret}` },
  isTool: false,
  isDemo: false,
  isPinned: true,
  runtimeFlavour: 'coreclr',
  runtimeVersion: '10.0.1',
  architecture: 'x64',
  operatingSystem: 'linux',
  runtimeIdentifier: 'linux-x64',
  userName: secret,
  userId: 0,
  isSameUser: false,
  commandLine: `dotnet /srv/${secret}/app.dll --password ${secret}`,
  commandLineSource: 'runtime',
  entryAssembly: secret,
  cookie: secret,
  startTimeMs: 1,
  container: { id: secret, engine: 'docker', innerPid: 1 },
  endpointPath: `/tmp/${secret}/dotnet-diagnostic-7`,
  identity: 'verified',
  firstSeenMs: 5,
  exitedAtMs: null,
}

const board = {
  name: secret,
  layout: 'rows' as const,
  intervalMs: 1000 as const,
  spanMs: 60_000,
  charts: [],
  starred: [
    {
      source: 'meter' as const,
      provider: secret,
      instrument: secret,
      rawTags: secret,
      measure: null,
      axis: 'left' as const,
    },
  ],
}
const settings: Settings = {
  ...defaultSettings,
  live: { [secret]: { activeBoard: secret, boards: [board], extraProviders: [secret] } },
}

function report(): string {
  const log = new AppLog({ file: null, minimumLevel: 'debug', privateWords: words, ringSize: 50, now: () => 1000 })
  log.warn('environment-read', { variableValue: secret, environment: `TOKEN=${secret}` })
  log.warn('target-refused', { commandLine: row.commandLine, endpointPath: row.endpointPath })
  log.warn('file-failed', { message: `EACCES: permission denied, open '/srv/a ${secret}/x'` })
  log.warn('free-text', { message: `user ${secret} on host-${secret} set API_KEY=${secret}` })
  log.reportBug('anywhere', new Error(`cannot read /srv/${secret}/x`))
  return composeReport({
    facts,
    createdAtMs: 60_000,
    queues: [{ name: `x /tmp/${secret}`, owner: 'live', limit: 1, fill: 0, peak: 0, droppedCount: 0, unit: 'items' }],
    rows: [row],
    settings,
    log: log.recent(50),
    words,
  })
}

describe('a problem report', () => {
  test('holds no secret of an environment, a command line, a path, a user or an application', () => {
    expect(report()).not.toContain(secret)
  })

  test('says what helps: versions, states, problems, queues and the log', () => {
    expect(JSON.parse(report())).toMatchObject({
      kind: 'pipescope-problem-report',
      formatVersion: 1,
      app: { version: '0.1.0', electron: '33.2.1', upForSec: 60 },
      settings: { theme: 'system', applicationCount: 1, boardCount: 1 },
      processes: [{ pid: 7, state: 'no-permission', problem: 'foreign-owner', runtimeVersion: '10.0.1' }],
      queues: [{ owner: 'live', limit: 1 }],
      log: [{ event: 'environment-read' }, {}, {}, {}, { event: 'bug-found' }],
    })
  })
})
