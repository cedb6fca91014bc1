import { type PrivacyPart, privacyParts } from '../../../shared/case/privacy.ts'
import { Lock } from 'lucide-react'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { privacyWords } from './case-words.ts'
import { caseLabels } from './case-labels.ts'
import styles from './cases.module.css'

interface PrivacyChoiceProps {
  readonly value: readonly PrivacyPart[]
  readonly onChange: (parts: readonly PrivacyPart[]) => void
}

/** What is masked beyond what always is. */
export function PrivacyChoice({ value, onChange }: PrivacyChoiceProps) {
  return (
    <section aria-label={caseLabels.privacy.masking} className={styles.fields}>
      <h2 className={styles.sideTitle}>{caseLabels.privacy.masking}</h2>
      <p className={styles.always}>
        <Icon icon={Lock} size={14} />
        {caseLabels.privacy.alwaysMasked}
      </p>
      {privacyParts.map((part) => {
        const [title, hint] = privacyWords[part]
        return (
          <Checkbox
            key={part}
            isChecked={value.includes(part)}
            onChange={(isOn) => onChange(privacyParts.filter((one) => (one === part ? isOn : value.includes(one))))}
          >
            {title}
            {hint !== '' && <span className={styles.hintLine}>{hint}</span>}
          </Checkbox>
        )
      })}
    </section>
  )
}
