/** The known words of the open lists of an asset's data, by member. A source may state others, which are accepted. */
export const KNOWN_WORDS = {
  document_type: [
    'appraisal',
    'certificate_of_authenticity',
    'condition_report',
    'grading_report',
    'insurance_policy',
    'invoice',
    'photograph',
    'provenance',
    'registration',
    'service_record',
    'storage_record',
    'title_deed',
    'warranty',
  ],
  source: [
    'appraisal',
    'auction_result',
    'insurance',
    'probate',
    'purchase',
    'spot_price',
    'user_estimate',
  ],
  status: ['flagged', 'pending', 'unverified', 'verified'],
  tamper_state: ['broken', 'intact', 'not_fitted'],
  method: ['nfc', 'spectroscopy', 'ultrasound', 'ultraviolet', 'visual', 'xray', 'xrf'],
  result: ['inconclusive', 'match', 'mismatch'],
  gaps: [
    'appraisal_missing',
    'heirs_missing',
    'proof_of_ownership_missing',
    'storage_location_missing',
    'value_unknown',
  ],
} as const satisfies Record<string, readonly string[]>

export type OpenList = keyof typeof KNOWN_WORDS
