import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import type { DumpType } from '../../../shared/model/dump.ts'
import { useApp } from '../../store/create-store.ts'
import { selectDumpView } from '../../store/dump-slice.ts'
import { choose } from './dump-commands.ts'
import type { DumpProps } from './dump-props.ts'
import styles from './type-cards.module.css'
import { estimateText, typeOrder, typeWords } from './dump-words.ts'
import { dumpLabels } from './dump-labels.ts'

/** The four types, what is inside, how large. */
export function TypeCards({ documentId, target }: DumpProps) {
  const type = useApp((state) => selectDumpView(documentId)(state).type)
  return (
    <section aria-labelledby={`${documentId}-type`}>
      <h2 className={styles.heading} id={`${documentId}-type`}>
        {dumpLabels.typeCards.type}
      </h2>
      <RadioGroup
        aria-labelledby={`${documentId}-type`}
        value={type}
        onValueChange={(next: DumpType) => choose(documentId, target, { type: next })}
        className={styles.cards}
      >
        {typeOrder.map((each) => (
          <TypeCard key={each} documentId={documentId} type={each} />
        ))}
      </RadioGroup>
    </section>
  )
}

function TypeCard({ documentId, type }: { readonly documentId: string; readonly type: DumpType }) {
  const preflight = useApp((state) => selectDumpView(documentId)(state).preflight)
  const words = typeWords[type]
  return (
    <Radio.Root
      value={type}
      nativeButton
      // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- Radio.Root gives it its name
      render={<button type="button" />}
      aria-label={words.title}
      aria-describedby={`${documentId}-${type}`}
      className={styles.card}
    >
      <span className={styles.cardHead}>
        <span className={styles.dot} aria-hidden />
        {words.title}
      </span>
      <span className={styles.facts} id={`${documentId}-${type}`}>
        <span className={styles.text}>{words.text}</span>
        <span className={styles.fact}>
          <span className={styles.key}>{dumpLabels.typeCards.size}</span>
          <span>{preflight === null ? '…' : estimateText(preflight.estimates[type])}</span>
        </span>
        <span className={styles.fact}>
          <span className={styles.key}>{dumpLabels.typeCards.goodFor}</span>
          <span>{words.goodFor}</span>
        </span>
      </span>
    </Radio.Root>
  )
}
