import { app } from 'electron'
import { hasSwitch, ownWords, parseCommandLine, usage, type CommandLineOutcome } from './app/command-line.ts'
import { drawInSoftwareWithoutDevice } from './app/graphics.ts'
import { nothingAsked } from './app/pages.ts'
import { declareScheme } from './app/scheme.ts'
import { claimSingleInstance } from './app/single-instance.ts'
import { runApplication, type OpenWindow } from './application.ts'
import { becomeCaseCommand, caseSwitch } from './app/case-command.ts'
import { becomeWatchdog } from './app/become-watchdog.ts'
import { watchdogSwitch } from './watchdog/watchdog-process.ts'

if (hasSwitch(process.argv, watchdogSwitch)) {
  becomeWatchdog(app)
} else if (hasSwitch(process.argv, caseSwitch)) {
  becomeCaseCommand(app)
} else {
  declareScheme()
  drawInSoftwareWithoutDevice(app, process.platform)
  app.commandLine.appendSwitch('dns-prefetch-disable')
  // For any window, also one that a fault might open without our options. It would overrule `--no-sandbox`, without which
  // Chromium does not start for root; that switch is only ever given by a development start.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  begin()
}

/** What was asked for, whether a page is needed for that, and whether an instance that runs already shows it. */
function begin(): void {
  const asked = read(process.argv, process.cwd())
  if (!asked.ok) {
    process.stderr.write(`pipescope: ${asked.message}\n\n${usage}`)
    app.exit(2)
  } else if (asked.value.print !== null) {
    process.stdout.write(asked.value.print === 'version' ? `${app.getVersion()}\n` : usage)
    app.exit(0)
  } else {
    const opener: { open: OpenWindow | null } = { open: null }
    const isFirst = claimSingleInstance(app, (argv, folder) => {
      const second = read(argv, folder)
      opener.open?.(second.ok ? second.value.start : nothingAsked)
    })
    // macOS gives a file that belongs to us as an event, and not on the command line.
    app.on('open-file', (event, file) => {
      event.preventDefault()
      void app.whenReady().then(() => opener.open?.({ ...nothingAsked, filePath: file }))
    })
    if (isFirst) opener.open = runApplication(asked.value)
    else app.exit(0)
  }
}

function read(argv: readonly string[], folder: string): CommandLineOutcome {
  const appFolder = app.isPackaged ? null : app.getAppPath()
  return parseCommandLine(ownWords(argv, appFolder, folder), folder)
}
