import type { AppFacts } from '../../shared/model/app.ts'

export const testFacts: AppFacts = {
  version: '0.0.0-test',
  electronVersion: '33.2.1',
  chromiumVersion: '130.0.6723.137',
  nodeVersion: '20.18.1',
  platform: 'linux',
  architecture: 'x64',
  isSandboxed: true,
  isPackaged: false,
  windowFrame: 'native',
  userName: 'test',
  userFolder: '/home/test/.config/Pipescope',
  processStartMs: 0,
  isTour: false,
  start: { filePath: null, link: null, pids: [], isLive: false, isDemo: false },
}
