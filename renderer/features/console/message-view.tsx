import { Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { ConsoleMessage } from '../../../shared/model/console.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useCopyText } from '../../ui/text/copy.ts'
import { Button } from '../../ui/controls/button.tsx'
import { hexLines, hexText, piecesText } from './console-model.ts'
import styles from './console-screen.module.css'
import { consoleLabels } from './console-labels.ts'

interface MessageViewProps {
  readonly title: string
  readonly message: ConsoleMessage
}

/** Bytes and what they say, side by side. */
export function MessageView({ title, message }: MessageViewProps) {
  const [isRevealed, setRevealed] = useState(false)
  const copy = useCopyText()
  const hasSecret = message.pieces.some(({ isSecret }) => isSecret)
  return (
    <section className={styles.message} aria-label={title}>
      <header className={styles.messageHead}>
        <h3 className={styles.messageTitle}>{title}</h3>
        <span className={styles.hint}>{consoleLabels.messageView.bytes(String(message.bytes.length))}</span>
        {hasSecret && (
          <IconButton
            icon={isRevealed ? EyeOff : Eye}
            label={isRevealed ? consoleLabels.messageView.hideSecrets : consoleLabels.messageView.revealSecrets}
            size="small"
            onClick={() => setRevealed(!isRevealed)}
          />
        )}
        <span className={styles.spacer} />
        <Button
          size="small"
          icon={Copy}
          disabled={hasSecret && !isRevealed}
          onClick={() => copy(hexText(message.bytes), consoleLabels.messageView.bytesCopied)}
        >
          {consoleLabels.messageView.copyAsHex}
        </Button>
        <Button
          size="small"
          icon={Copy}
          onClick={() => copy(piecesText(message, isRevealed), consoleLabels.messageView.textCopied)}
        >
          {consoleLabels.messageView.copyAsText}
        </Button>
      </header>
      <div className={styles.sides}>
        <pre className={styles.hex}>{hexLines(message, isRevealed).join('\n')}</pre>
        <dl className={styles.pieces}>
          {message.pieces.map(({ name, offset, text, isSecret }, index) => (
            <div key={`${String(offset)} ${String(index)}`}>
              <dt>
                <span className={styles.offset}>{offset.toString(16).padStart(4, '0')}</span>
                {name}
              </dt>
              <dd className="selectable">{isSecret && !isRevealed ? '••••••••' : text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
