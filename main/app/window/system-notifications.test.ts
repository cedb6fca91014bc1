import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { SystemNotifications, type ShownNotification } from './system-notifications.ts'

class FakeNotification extends EventEmitter implements ShownNotification {
  isShown = false
  show(): void {
    this.isShown = true
  }
}

const notice = { title: 'Thrown', body: 'orders (PID 7)' }

function make() {
  const made: FakeNotification[] = []
  const notifications = new SystemNotifications(() => {
    const notification = new FakeNotification()
    made.push(notification)
    return notification
  })
  return { notifications, made }
}

test('a click does what it was shown for, however long after', () => {
  const { notifications, made } = make()
  let clicks = 0
  notifications.show(notice, () => void clicks++)
  expect([made[0]?.isShown, notifications.heldCount, clicks]).toEqual([true, 1, 0])
  made[0]?.emit('click')
  expect([notifications.heldCount, clicks]).toEqual([0, 1])
})

test.each(['close', 'failed'])('one is held until it is over (%s), and never more than the newest fifty', (end) => {
  const { notifications, made } = make()
  for (let count = 0; count < 60; count += 1) notifications.show(notice, () => undefined)
  expect(notifications.heldCount).toBe(50)
  made.at(-1)?.emit(end)
  made[0]?.emit(end)
  expect(notifications.heldCount).toBe(49)
})

test('a desktop without notifications shows none', () => {
  const notifications = new SystemNotifications(() => null)
  notifications.show(notice, () => expect.fail('nobody can click'))
  expect(notifications.heldCount).toBe(0)
})
