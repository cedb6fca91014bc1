import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useApp } from '../../store/create-store.ts'
import type { Notice } from '../../store/notices-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { noticeIcons, noticeText } from './notice-centre.tsx'
import styles from './toasts.module.css'
import { appLabels } from '../app-labels.ts'

/** Time on screen; the clock stands still while the pointer or the focus is on one of them. */
export const toastMs = 6000
const shownAtOnce = 3

export function Toasts() {
  const toasts = useApp(useShallow((state) => state.notices.filter((notice) => notice.isToast).slice(0, shownAtOnce)))
  const [isHeld, setIsHeld] = useState(false)
  const hold = () => {
    setIsHeld(true)
  }
  const release = () => {
    setIsHeld(false)
  }
  return (
    // Pointer and focus only stop the clock; there is nothing to operate on the region itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.region}
      aria-label={appLabels.toasts.newNotices}
      aria-live="polite"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {toasts.toReversed().map((notice) => (
        <Toast key={notice.id} notice={notice} isHeld={isHeld} />
      ))}
    </section>
  )
}

function Toast({ notice, isHeld }: { readonly notice: Notice; readonly isHeld: boolean }) {
  const retireToast = useApp((state) => state.retireToast)
  const { id, tone, title, action, nextAction } = notice
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => {
      retireToast(id)
    }, toastMs)
    return () => {
      clearTimeout(timer)
    }
  }, [id, isHeld, retireToast])
  const text = noticeText(notice)
  return (
    <div className={cx(styles.toast, styles[tone])} role={tone === 'bad' ? 'alert' : 'status'} data-testid="toast">
      <Icon icon={noticeIcons[tone]} className={styles.icon} />
      <div>
        <div className={styles.title}>{title}</div>
        {text !== null && <div className={styles.text}>{text}</div>}
      </div>
      <div className={styles.actions}>
        {[action, nextAction].map(
          (offered) =>
            offered !== null && (
              <Button
                key={offered.label}
                size="small"
                onClick={() => {
                  retireToast(id)
                  offered.run()
                }}
              >
                {offered.label}
              </Button>
            ),
        )}
      </div>
      <IconButton
        icon={X}
        size="small"
        label={appLabels.toasts.dismiss(title)}
        onClick={() => {
          retireToast(id)
        }}
      />
    </div>
  )
}
