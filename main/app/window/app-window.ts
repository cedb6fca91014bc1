import { BrowserWindow, type BrowserWindowConstructorOptions } from 'electron'
import type { AppFacts } from '../../../shared/model/app.ts'
import { frameColors, titleBarHeight, type ResolvedTheme } from './theme.ts'
import type { Placement } from '../../storage/window-state.ts'
import { minimumSize, type InitialBounds } from './window-placement.ts'

export interface AppWindowOptions {
  readonly bounds: InitialBounds
  readonly theme: ResolvedTheme
  readonly preloadPath: string
  readonly frame: AppFacts['windowFrame']
  readonly isDevelopment: boolean
  onPlacement(placement: Placement): void
  /** Its page has painted once. */
  onShown(): void
}

/** A window, hidden until its page has painted once. It does not load anything yet. */
export function createAppWindow(options: AppWindowOptions): BrowserWindow {
  const { bounds } = options
  const window = new BrowserWindow({
    ...bounds.position,
    width: bounds.width,
    height: bounds.height,
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    title: 'Pipescope',
    backgroundColor: frameColors[options.theme].background,
    autoHideMenuBar: true,
    ...frameOptions(options.frame, options.theme),
    webPreferences: {
      preload: options.preloadPath,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      spellcheck: false,
      navigateOnDragDrop: false,
      devTools: options.isDevelopment,
      // Compile caches from the first start on, not from the third: the page is always the same one.
      v8CacheOptions: 'bypassHeatCheck',
    },
  })
  if (bounds.isMaximized) window.maximize()
  window.once('ready-to-show', () => {
    window.show()
    options.onShown()
  })
  followPlacement(window, (placement) => options.onPlacement(placement))
  return window
}

function frameOptions(frame: AppFacts['windowFrame'], theme: ResolvedTheme): Partial<BrowserWindowConstructorOptions> {
  if (frame === 'inset') return { titleBarStyle: 'hiddenInset', trafficLightPosition: { x: 14, y: 12 } }
  if (frame === 'native') return {}
  return { titleBarStyle: 'hidden', titleBarOverlay: titleBarOverlay(theme) }
}

function titleBarOverlay(theme: ResolvedTheme): { color: string; symbolColor: string; height: number } {
  const colors = frameColors[theme]
  return { color: colors.titleBar, symbolColor: colors.titleBarSymbol, height: titleBarHeight }
}

/** Repaints what the page does not draw itself, after a change of the theme. */
export function applyTheme(window: BrowserWindow, frame: AppFacts['windowFrame'], theme: ResolvedTheme): void {
  window.setBackgroundColor(frameColors[theme].background)
  if (frame === 'overlay') window.setTitleBarOverlay(titleBarOverlay(theme))
}

/** Null while it says nothing about where a person wants the window. */
export function placementOf(window: BrowserWindow): Placement | null {
  if (window.isMinimized() || window.isFullScreen()) return null
  return { ...window.getNormalBounds(), isMaximized: window.isMaximized() }
}

/** Reports where the window is once it has rested for a moment, and when it closes. */
function followPlacement(window: BrowserWindow, onPlacement: (placement: Placement) => void): void {
  let timer: NodeJS.Timeout | null = null
  const report = () => {
    timer = null
    const placement = placementOf(window)
    if (placement !== null) onPlacement(placement)
  }
  const soon = () => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(report, 400)
  }
  window.on('resize', soon)
  window.on('move', soon)
  window.on('maximize', soon)
  window.on('unmaximize', soon)
  window.on('close', () => {
    if (timer !== null) clearTimeout(timer)
    report()
  })
}
