import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { cx } from '../class-names.ts'
import styles from './dialog.module.css'
import { useFocusAtOnce } from '../use-focus-at-once.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { uiLabels } from '../ui-labels.ts'

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: string
  readonly children?: ReactNode
  /** Buttons, the safe one first. */
  readonly footer?: ReactNode
  readonly isWide?: boolean
  /** An edge for what pauses (warn) or changes (bad) the target. */
  readonly tone?: 'warn' | 'bad'
  readonly initialFocus?: RefObject<HTMLElement | null>
}

/** Costs nothing until it is opened for the first time: most dialogs of a page never are. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen)
  if (props.isOpen && !wasOpened) setWasOpened(true)
  return wasOpened ? <OpenedDialog {...props} /> : null
}

/** Modal; Escape, the cross and a click outside close it, the focus goes back to where it was. */
function OpenedDialog({
  isOpen,
  onClose,
  title,
  description,
  children,
  footer,
  isWide,
  tone,
  initialFocus,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const focus = useFocusAtOnce(initialFocus ?? popup)
  return (
    <BaseDialog.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup
          className={cx(styles.popup, isWide === true && styles.wide, tone && styles[tone])}
          ref={popup}
          tabIndex={-1}
          // Not the cross: its tooltip would come up at once, and Escape would close that first.
          initialFocus={focus}
        >
          <div className={styles.header}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            <BaseDialog.Close render={<IconButton icon={X} label={uiLabels.dialog.close} size="small" />} />
          </div>
          <div className={styles.body}>
            {description !== undefined && (
              <BaseDialog.Description className={styles.description}>{description}</BaseDialog.Description>
            )}
            {children}
          </div>
          {footer !== undefined && <div className={styles.footer}>{footer}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
