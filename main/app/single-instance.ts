import type { App } from 'electron'
import { instanceFolder, removeEarlierInstance } from '../storage/instance-folder.ts'

/** What a second start hands to the first. Its own argv: Chromium reorders the one that the event carries. */
interface SecondStart {
  readonly argv: readonly string[]
  readonly workingFolder: string
}

/**
 * True for the first instance of this user-data folder. Every later one gives its command line to the first and must
 * leave at once.
 */
export function claimSingleInstance(
  app: App,
  onSecondStart: (argv: readonly string[], workingFolder: string) => void,
): boolean {
  const userFolder = app.getPath('userData')
  const earlier = instanceFolder(userFolder)
  const own: SecondStart = { argv: process.argv, workingFolder: process.cwd() }
  if (!app.requestSingleInstanceLock({ ...own })) return false
  app.on('second-instance', (_event, _argv, _workingFolder, handedOver) => {
    if (isSecondStart(handedOver)) onSecondStart(handedOver.argv, handedOver.workingFolder)
  })
  if (earlier !== null) void app.whenReady().then(() => removeEarlierInstance(userFolder, earlier))
  return true
}

/** Any program of the same user can talk to this socket, so its words are checked like a command line. */
function isSecondStart(value: unknown): value is SecondStart {
  if (typeof value !== 'object' || value === null) return false
  const { argv, workingFolder } = value as Partial<Record<keyof SecondStart, unknown>>
  const isWords = Array.isArray(argv) && argv.length <= 1000 && argv.every((word) => typeof word === 'string')
  return isWords && typeof workingFolder === 'string'
}
