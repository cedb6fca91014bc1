import { Menu, nativeImage, Tray } from 'electron'

export interface TrayParts {
  readonly open: () => void
  readonly quit: () => void
  readonly armedCount: () => number
  readonly saveFlights: () => void
}

/** A 16-pixel waveform: the icon of the app in one colour, which macOS tints itself. */
const waveform =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAPklEQVR42mOIjr7GQAkmRtF/Ug34T2sD/hNrwH9SDfhPIk2xAf9hBvwfcAMYBsoA6kcj1RMS2UmZgdoG4MUAHtfJ0nJSJDMAAAAASUVORK5CYII='

/**
 * The sign in the notification area that Pipescope runs without a window, and the way back to one. A desktop without such an area shows
 * nothing; starting Pipescope again opens a window everywhere.
 */
export class AppTray {
  readonly #parts: TrayParts
  #tray: Tray | null = null

  constructor(parts: TrayParts) {
    this.#parts = parts
  }

  /** Only while rules are kept in the background. */
  show(isWanted: boolean): void {
    if (!isWanted) {
      this.#tray?.destroy()
      this.#tray = null
      return
    }
    this.#tray ??= this.#make()
    const count = this.#parts.armedCount()
    const title = `Pipescope: ${count === 1 ? '1 rule' : `${count} rules`} armed`
    this.#tray.setToolTip(title)
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: title, enabled: false },
        { type: 'separator' },
        { label: 'Open Pipescope', click: this.#parts.open },
        {
          label: 'Save Flight Recorders Now',
          click: this.#parts.saveFlights,
        },
        { label: 'Quit Pipescope', click: this.#parts.quit },
      ]),
    )
  }

  #make(): Tray {
    const image = nativeImage.createFromBuffer(Buffer.from(waveform, 'base64'))
    image.setTemplateImage(true)
    const tray = new Tray(image)
    tray.on('click', this.#parts.open)
    return tray
  }
}
