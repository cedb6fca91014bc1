import type { TraceLink } from './trace/trace-link.ts'
import type { MenuCommandId } from './menu-commands.ts'
import type { Settings } from './settings.ts'

export interface AppFacts {
  readonly version: string
  readonly electronVersion: string
  readonly chromiumVersion: string
  readonly nodeVersion: string
  readonly platform: string
  readonly architecture: string
  readonly isSandboxed: boolean
  readonly isPackaged: boolean
  /** 'overlay': the window buttons are drawn into our target bar; 'inset': macOS traffic lights; 'native': the system's frame. */
  readonly windowFrame: 'overlay' | 'inset' | 'native'
  readonly userName: string
  /** Where the settings, the log and the samples of live views are kept; shown in the settings. */
  readonly userFolder: string
  readonly processStartMs: number
  /** Started with `--tour`: the Live screen then lets the tour read its series. */
  readonly isTour: boolean
  /** What the command line asked for; consumed once by the first window. */
  readonly start: {
    readonly filePath: string | null
    /** Where in the file; null: as it is opened. */
    readonly link: TraceLink | null
    readonly pids: readonly number[]
    readonly isLive: boolean
    readonly isDemo: boolean
  }
}

/** One bounded queue between socket and pixel (docs/architecture.md, from socket to pixel), for the app's own diagnostics page. */
export interface QueueReport {
  readonly name: string
  readonly owner: string
  readonly limit: number
  readonly fill: number
  readonly peak: number
  readonly droppedCount: number
  readonly unit: 'items' | 'bytes' | 'frames'
}

export interface LogRecord {
  readonly timeMs: number
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly event: string
  readonly fields: Readonly<Record<string, string | number | boolean | null>>
}

/** Pushed to every window over `app.messages`. */
export type AppMessage =
  | { readonly kind: 'settings'; readonly settings: Settings }
  | { readonly kind: 'open-process'; readonly pid: number; readonly isLive: boolean }
  | { readonly kind: 'disk'; readonly freeBytes: number | null }
  /** A menu entry was chosen. */
  | { readonly kind: 'command'; readonly id: MenuCommandId }
  /** What 'system' means right now: the theme that the operating system asks for. */
  | { readonly kind: 'system-theme'; readonly theme: 'light' | 'dark' | 'hc' }
  /** The app was asked to end while jobs run; the page asks the person and answers with `jobs.answerQuit`. */
  | { readonly kind: 'quit-asked' }
  /** The question is over: answered elsewhere, or nothing is left to ask. */
  | { readonly kind: 'quit-settled' }
  | {
      readonly kind: 'notice'
      readonly level: 'info' | 'warn' | 'error'
      readonly event: string
      readonly detail: string
    }
