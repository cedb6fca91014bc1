import type { App } from 'electron'
import { runWatchdog } from '../watchdog/watchdog-process.ts'
import { becomeWindowless } from './window/windowless.ts'

/**
 * This process is the watchdog of another one of ours: it shows nothing, and stands still in the first lines of its program until
 * that one ends. Only then does Electron start.
 */
export function becomeWatchdog(app: App): void {
  runWatchdog(becomeWindowless(app, 'pscope-watchdog-'))
}
