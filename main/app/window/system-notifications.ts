import type { SystemNotice } from './job-notifications.ts'

/** Of Electron's notification, what is used here. */
export interface ShownNotification {
  on(event: 'click', listener: () => void): unknown
  on(event: 'close', listener: () => void): unknown
  on(event: 'failed', listener: () => void): unknown
  show(): void
}

/** A desktop that never says that one was closed must not make us keep all of them. */
const mostHeld = 50

/**
 * Notifications of the operating system that do something when they are clicked. One that nobody holds is collected as garbage, and a click on
 * it does nothing any more.
 */
export class SystemNotifications {
  /** Null: this desktop shows none. */
  readonly #create: (notice: SystemNotice) => ShownNotification | null
  readonly #held = new Set<ShownNotification>()

  constructor(create: (notice: SystemNotice) => ShownNotification | null) {
    this.#create = create
  }

  get heldCount(): number {
    return this.#held.size
  }

  show(notice: SystemNotice, onClick: () => void): void {
    const notification = this.#create(notice)
    if (notification === null) return
    const release = (): void => void this.#held.delete(notification)
    this.#held.add(notification)
    for (const oldest of [...this.#held].slice(0, -mostHeld)) this.#held.delete(oldest)
    notification.on('click', () => {
      release()
      onClick()
    })
    notification.on('close', release)
    notification.on('failed', release)
    notification.show()
  }
}
