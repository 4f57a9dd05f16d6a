import { expect, test } from 'vitest'
import { requireGoodPassword } from '../../../src/modules/people/password.ts'
import { findPredictability } from '../../../src/modules/people/password-strength.ts'

const OWNER = { name: 'Ada Marie Lindqvist', email: 'ada.lindqvist@hawthorne-estates.example' }
const REJECTED: Readonly<Record<string, readonly string[]>> = {
  'among the most used passwords': [
    ...['Password1234', 'password123456!', 'P@ssw0rd2026', 'p4$$w0rd!!!!!', '2026Passw0rd'],
    ...['summer2026!!!', 'iloveyou1234', 'Letmein!2345', 'monkeydragon12', 'dragon_monkey_99'],
    ...['trustno1#2026', 'footballfootball1', 'ｐａｓｓｗｏｒｄ１２３４', 'we1come2026!'],
  ],
  'repeats a few characters': [
    ...['aaaaaaaaaaaa', 'abababababab', 'abcabcabcabc', 'xyxyxyxyxyxyx', '1111111111111111'],
    ...['passwordpassword', 'trustno1trustno1', 'kX9#mQkX9#mQ', ' '.repeat(20)],
    '🙂🙃🙂🙃🙂🙃🙂🙃🙂🙃🙂🙃',
  ],
  'follows the alphabet': [
    ...['abcdefghijkl', 'zyxwvutsrqponm', '123456789012', '098765432109', 'qwertyuiop[]'],
    ...['1qaz2wsx3edc4rfv', 'asdfghjklqwerty', 'qazwsxedcrfv', '1q2w3e4r5t6y', 'abcd1234efgh'],
    ...['йцукенгшщзхъ', 'абвгдежзийклм', 'azertyuiop12', 'QWERTZUIOP99', '!@#$%^&*()_+'],
  ],
  'your name, your email': [
    ...['Ada Marie Lindqvist', 'adalindqvist', 'lindqvist2026', 'L1ndqv1st!!!', 'orangery2026'],
    ...['ada.lindqvist@hawthorne-estates.example', 'Hawthorne-99', 'OrangeryAda1'],
  ],
}

test('a predictable password is rejected, with the reason', async () => {
  for (const [reason, passwords] of Object.entries(REJECTED))
    for (const password of passwords)
      await expect
        .soft(requireGoodPassword(password, OWNER, 'newPassword'), password)
        .rejects.toMatchObject({
          code: 'invalid_parameter',
          message: expect.stringMatching(`^This password is too easy to guess\\..*${reason}`),
        })
})

test('no kind of character is required', async () => {
  for (const password of [
    ...['correct horse battery', 'correcthorsebatterystaple', 'Ada likes grey herons over Skye'],
    ...['aVf9_kQ2x-Lp', 'zt7Q-0rKe4_w', 'Tr0ub4dor&3xx', 'выхухоль любит тростник'],
    ...[
      '東京の雨は静かに降り続けている',
      '🍊🌿🪴🦜🐝🌞🌧️🍃🪵🐌🦔🍄',
      'no digits or capitals needed',
    ],
    'ONLY CAPITALS SEEM FINE',
  ])
    await expect.soft(requireGoodPassword(password, OWNER)).resolves.toBe(password)
})

test('short names are not searched for, and a long text of pieces is searched to its end', () => {
  const common = new Set(['password'])
  expect(findPredictability('li mu bo on a hill', { common, own: ['Li Mu'] })).toBeNull()
  const hostile = ['p@$$w0rd', '1q2w3e4r', 'abcd', '@430$57!1', 'qwertyuiop', 'aб'].map(
    (piece) => `${piece.repeat(40).slice(0, 119)}x7Kp2mQwZ`,
  )
  // A search that tries every way to divide the text would not end within the time of a test.
  const own = [OWNER.name, OWNER.email]
  expect(hostile.map((text) => findPredictability(text, { common, own }))).toHaveLength(6)
})
