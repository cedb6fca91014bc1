import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { hasDisplay, startVirtualDisplay } from '../../scripts/setup/display.mjs'
import { locateElectron } from '../../scripts/setup/electron.mjs'
import { root } from '../../scripts/setup/paths.mjs'

export interface PageWindow {
  readonly application: ElectronApplication
  readonly page: Page
  /** Process ids of the app and its helpers belong to this one. */
  readonly pid: number
  close(): Promise<void>
}

let display: Awaited<ReturnType<typeof startVirtualDisplay>> | null = null

/** Shows the scripted page in the Electron that the app runs in. */
export async function openPage(url: string, width: number, height: number): Promise<PageWindow> {
  if (display === null && !hasDisplay()) {
    display = await startVirtualDisplay()
    process.env['DISPLAY'] = display.display
    process.once('exit', () => display?.stop())
  }
  const { value: electron } = await locateElectron()
  const isRoot = process.getuid?.() === 0
  const application = await _electron.launch({
    executablePath: electron.executablePath,
    args: [
      path.join(root, 'bench', 'live-render', 'window'),
      `--page-url=${url}`,
      `--page-width=${width}`,
      `--page-height=${height}`,
    ],
    chromiumSandbox: !isRoot,
  })
  const page = await application.firstWindow()
  page.on('pageerror', (error) => console.error(`page: ${String(error.stack ?? error)}`))
  return { application, page, pid: application.process().pid ?? 0, close: () => application.close() }
}
