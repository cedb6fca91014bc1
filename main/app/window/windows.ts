import type { BrowserWindow, Screen } from 'electron'
import type { AppFacts } from '../../../shared/model/app.ts'
import type { Log } from '../../logging/log.ts'
import { applyTheme, createAppWindow, placementOf } from './app-window.ts'
import { crashPageUrl } from '../crash-page.ts'
import type { Pages } from '../pages.ts'
import type { ResolvedTheme } from './theme.ts'
import type { Placement } from '../../storage/window-state.ts'
import { initialBounds } from './window-placement.ts'

export interface WindowsOptions {
  readonly screen: Screen
  readonly pages: Pages
  readonly pageUrl: string
  readonly preloadPath: string
  readonly frame: AppFacts['windowFrame']
  readonly isDevelopment: boolean
  readonly log: Log
  theme(): ResolvedTheme
  readPlacement(): Placement | null
  keepPlacement(placement: Placement): void
  /** Whether a person can see any window; told after each change, also when it is the same as before. */
  onVisibility(isVisible: boolean): void
  /** Asked before the last window closes; false keeps it. */
  mayCloseLast?(): boolean
}

/** A page that has nothing to lose is gone at once; one that hangs would keep its window for ever. */
const closesWithinMs = 3000

/** Further windows open this much to the right of and below the last one. */
const cascadeOffset = 28

/** All windows of the app: opening, theme, and what happens when a renderer process is lost. */
export class Windows {
  readonly #options: WindowsOptions
  readonly #windows = new Set<BrowserWindow>()

  constructor(options: WindowsOptions) {
    this.#options = options
  }

  get count(): number {
    return this.#windows.size
  }

  open(start: AppFacts['start']): BrowserWindow {
    const { pages, screen } = this.#options
    const workAreas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map((display) => display.workArea)
    const offset = this.#windows.size * cascadeOffset
    const window = createAppWindow({
      bounds: initialBounds(this.#options.readPlacement(), workAreas, offset),
      theme: this.#options.theme(),
      preloadPath: this.#options.preloadPath,
      frame: this.#options.frame,
      isDevelopment: this.#options.isDevelopment,
      onPlacement: (placement) => this.#options.keepPlacement(placement),
      onShown: () => this.#options.log.info('window-shown', { windowId: window.id }),
    })
    this.#windows.add(window)
    window.on('close', (event) => {
      if (this.#windows.size === 1 && this.#options.mayCloseLast?.() === false) event.preventDefault()
      else setTimeout(() => window.isDestroyed() || window.destroy(), closesWithinMs).unref()
    })
    window.on('closed', () => {
      this.#windows.delete(window)
      this.#reportVisibility()
    })
    const tell = () => this.#reportVisibility()
    window.on('show', tell).on('hide', tell).on('minimize', tell).on('restore', tell)
    pages.follow(window, start)
    this.#watchRenderer(window)
    this.#load(window, this.#options.pageUrl)
    return window
  }

  /** The window a person is looking at, else any. */
  front(): BrowserWindow | null {
    const windows = [...this.#windows]
    return windows.find((window) => window.isFocused()) ?? windows.at(-1) ?? null
  }

  withId(windowId: number): BrowserWindow | null {
    return [...this.#windows].find((window) => window.id === windowId) ?? null
  }

  isAnyVisible(): boolean {
    return [...this.#windows].some((window) => window.isVisible() && !window.isMinimized())
  }

  /** The page of this window draws itself light or dark; the parts that the system draws follow. */
  paint(windowId: number, theme: ResolvedTheme): void {
    const window = this.withId(windowId)
    if (window !== null) applyTheme(window, this.#options.frame, theme)
  }

  /** Quitting closes windows without an event, and the last move may not have been reported yet. */
  keepPlacements(): void {
    for (const window of this.#windows) {
      const placement = placementOf(window)
      if (placement !== null) this.#options.keepPlacement(placement)
    }
  }

  hide(): void {
    for (const window of this.#windows) window.hide()
  }

  /** The last step of quitting. Pages keep nothing, so their processes are not asked: a stopped one could not answer. */
  async destroyAll(): Promise<void> {
    for (const window of this.#windows) {
      if (window.isDestroyed()) continue
      const pid = window.webContents.getOSProcessId()
      window.destroy()
      if (pid > 0) endProcess(pid)
    }
  }

  repaint(): void {
    for (const window of this.#windows) applyTheme(window, this.#options.frame, this.#options.theme())
  }

  #reportVisibility(): void {
    this.#options.onVisibility(this.isAnyVisible())
  }

  #load(window: BrowserWindow, url: string): void {
    window.loadURL(url).catch((cause: unknown) => {
      // ERR_ABORTED: the window was closed, or loads something else already.
      const code = (cause as { code?: string }).code ?? 'unknown'
      if (code !== 'ERR_ABORTED' && !window.isDestroyed()) this.#options.log.error('page-not-loaded', { code })
    })
  }

  #watchRenderer(window: BrowserWindow): void {
    const { log } = this.#options
    window.webContents.on('render-process-gone', (_event, details) => {
      if (details.reason === 'clean-exit' || window.isDestroyed()) return
      log.error('renderer-gone', { window: window.id, reason: details.reason, exitCode: details.exitCode })
      // Its streams and views are closed already (Pages). A page of plain HTML offers the way back.
      this.#load(window, crashPageUrl)
      if (!window.isVisible()) window.show()
    })
    window.webContents.on('preload-error', (_event, _path, error) =>
      log.error('preload-failed', { message: error.message }),
    )
    window.on('unresponsive', () => log.warn('page-unresponsive', { window: window.id }))
    window.on('responsive', () => log.info('page-responsive', { window: window.id }))
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // ESRCH: gone with its window, as it should be.
  }
}
