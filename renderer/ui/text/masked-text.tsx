import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { maskText, splitCommandLine } from '../../../shared/base/command-secrets.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { uiLabels } from '../ui-labels.ts'

/** A command line whose secrets are dots until this one value is revealed. */
export function MaskedText({ text, name }: { readonly text: string; readonly name: string }) {
  const [isRevealed, setRevealed] = useState(false)
  const pieces = splitCommandLine(text)
  const hasSecret = pieces.some(({ isSecret }) => isSecret)
  return (
    <>
      {pieces.map((piece) => (piece.isSecret && !isRevealed ? maskText : piece.text)).join('')}
      {hasSecret && (
        <IconButton
          icon={isRevealed ? EyeOff : Eye}
          label={`${isRevealed ? uiLabels.maskedText.hide : uiLabels.maskedText.reveal} ${name}`}
          size="small"
          onClick={() => setRevealed(!isRevealed)}
        />
      )}
    </>
  )
}
