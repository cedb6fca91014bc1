import styles from './kbd.module.css'

/** A key combination, already in the words of this system (commands/keys `showKeys`). */
export function Kbd({ children }: { readonly children: string }) {
  return <kbd className={styles.kbd}>{children}</kbd>
}
