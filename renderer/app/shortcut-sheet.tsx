import { showKeys } from '../commands/keys.ts'
import { isMac } from '../commands/platform.ts'
import { commands } from '../commands/registry.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useOverlays } from './overlays.ts'
import styles from './shortcut-sheet.module.css'
import { shortcutGroups } from './shortcut-groups.ts'

/** `?` or F1: every key that does something now, from the same registry that runs them. */
export function ShortcutSheet() {
  const isOpen = useOverlays((overlays) => overlays.isShortcutSheetOpen)
  return (
    <Dialog
      isOpen={isOpen}
      isWide
      title="Keyboard shortcuts"
      onClose={() => {
        useOverlays.setState({ isShortcutSheetOpen: false })
      }}
    >
      {isOpen && <ShortcutList />}
    </Dialog>
  )
}

export function ShortcutList() {
  return (
    <div className={styles.columns}>
      {shortcutGroups(commands.all()).map((group) => (
        <section key={group.title} className={styles.group}>
          <h3>{group.title}</h3>
          <dl>
            {group.rows.map((row) => (
              <div key={row.title} className={styles.row}>
                <dt>{row.title}</dt>
                <dd>
                  {row.keys.map((keys) => (
                    <Kbd key={keys}>{showKeys(keys, isMac)}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
