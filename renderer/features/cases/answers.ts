type Answers = Readonly<Record<string, string>>

/** A checklist of somebody else may ask `constructor`, a property that every object has. */
export function answerTo(question: string, answers: Answers): string {
  return Object.hasOwn(answers, question) ? answers[question]! : ''
}

/** In the order of the questions, as main keeps them. */
export function answersOf(questions: readonly string[], answers: Answers): string[] {
  return questions.map((question) => answerTo(question, answers).trim())
}
