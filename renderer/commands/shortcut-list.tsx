import { Kbd } from '../ui/kbd.tsx'
import { showKeys } from './keys.ts'
import { isMac } from './platform.ts'
import { commands } from './registry.ts'
import { shortcutGroups } from './shortcut-groups.ts'
import styles from './shortcut-list.module.css'

/** Every key that does something now; in the sheet and in the settings. */
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
