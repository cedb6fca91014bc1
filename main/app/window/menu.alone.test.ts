import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, test, vi } from 'vitest'
import { menuTemplate } from './menu.ts'

vi.mock('electron', () => ({ Menu: {} }))

const actions = { command: () => {} }
function flatten(items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])])
}

function palette(platform: NodeJS.Platform): MenuItemConstructorOptions | undefined {
  return flatten(menuTemplate(platform, false, actions)).find((item) => item.label === 'Command palette')
}

describe('the menu', () => {
  test.each(['linux', 'win32', 'darwin'] as const)(
    'on %s has no reload and no developer tools in a package',
    (platform) => {
      const roles = flatten(menuTemplate(platform, false, actions)).map((item) => item.role)
      expect(roles).not.toContain('reload')
      expect(roles).not.toContain('forceReload')
      expect(roles).not.toContain('toggleDevTools')
    },
  )

  test('leaves keys that the page binds to the page, except on macOS', () => {
    expect(palette('linux')?.registerAccelerator).toBe(false)
    expect(palette('darwin')?.registerAccelerator).toBe(true)
  })

  test('runs a command of the page by its id', () => {
    const ran: string[] = []
    const template = menuTemplate('linux', false, { command: (id) => ran.push(id) })
    for (const item of flatten(template)) {
      if (item.label === 'Settings') (item.click as (() => void) | undefined)?.()
    }
    expect(ran).toEqual(['app.settings'])
  })

  test('gives no key twice', () => {
    const keys = flatten(menuTemplate('linux', true, actions)).flatMap((item) => item.accelerator ?? [])
    expect(keys).toEqual([...new Set(keys)])
  })

  test('does not take Ctrl+W from the documents of the page', () => {
    const items = flatten(menuTemplate('linux', false, actions))
    expect(items.map((item) => item.role)).not.toContain('windowMenu')
    expect(items.find((item) => item.role === 'close')?.accelerator).toBe('CmdOrCtrl+Shift+W')
  })
})
