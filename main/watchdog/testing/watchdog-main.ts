import { runWatchdog } from '../watchdog-process.ts'

/** The watchdog as a program of its own, for Node: the app's program is one with a switch. */
runWatchdog((code) => process.exit(code))
