/** The texts of mails in German. The English text is the key, as in the catalogues of the portal. */
export const GERMAN = {
  'Hello,': 'Guten Tag,',
  'the authenticator app': 'die Authentifizierungs-App',
  'all sessions': 'alle Sitzungen',
  passkeys: 'Passkeys',
  'access tokens': 'Zugriffstoken',
  'Using it ends {credentials} of the account.':
    'Seine Verwendung beendet für das Konto: {credentials}.',
  'The link works once, until {time}. It replaces any earlier link.':
    'Der Link funktioniert einmal, bis {time}. Er ersetzt jeden früheren Link.',
  'Anyone who has the link can set your password. Do not share it.':
    'Wer den Link hat, kann Ihr Passwort setzen. Geben Sie ihn nicht weiter.',

  'Your access to Orangery': 'Ihr Zugang zu Orangery',
  'use this link to set your password for Orangery:':
    'mit diesem Link setzen Sie Ihr Passwort für Orangery:',
  'Your new password for Orangery': 'Ihr neues Passwort für Orangery',
  'you asked for a new password for Orangery. Use this link to set one:':
    'Sie haben ein neues Passwort für Orangery angefordert. Mit diesem Link setzen Sie es:',
  'If you did not ask for it, ignore this mail: your password stays as it is.':
    'Wenn Sie es nicht angefordert haben, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.',
  'Your invitation to a firm on Orangery': 'Ihre Einladung zu einer Firma auf Orangery',
  'you are invited to the account of a firm on Orangery. Use this link to accept:':
    'Sie sind zum Konto einer Firma auf Orangery eingeladen. Mit diesem Link nehmen Sie an:',
  'If you do not know the firm, ignore this mail. Do not share the link.':
    'Wenn Sie die Firma nicht kennen, ignorieren Sie diese E-Mail. Geben Sie den Link nicht weiter.',

  'You signed in in a browser that was not used for this account before':
    'Sie haben sich in einem Browser angemeldet, der für dieses Konto noch nicht benutzt wurde',
  'The password of your account was set': 'Das Passwort Ihres Kontos wurde gesetzt',
  'Two-step verification was turned on for your account':
    'Die Zwei-Schritt-Bestätigung wurde für Ihr Konto eingeschaltet',
  'Two-step verification was turned off for your account':
    'Die Zwei-Schritt-Bestätigung wurde für Ihr Konto ausgeschaltet',
  'New recovery codes were created for your account':
    'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt',
  'A passkey was added to your account': 'Ihrem Konto wurde ein Passkey hinzugefügt',
  'A passkey was removed from your account': 'Von Ihrem Konto wurde ein Passkey entfernt',
  'If it was not you, set a new password by “Forgot password?” on the sign-in page, and then look at the sessions of your account:':
    'Wenn Sie das nicht waren, setzen Sie auf der Anmeldeseite mit „Passwort vergessen?“ ein neues Passwort, und sehen Sie sich dann die Sitzungen Ihres Kontos an:',
  Browser: 'Browser',

  'a firm asks for access to your portfolio, and you have not answered yet.':
    'eine Firma bittet um Zugriff auf Ihr Portfolio, und Sie haben noch nicht geantwortet.',
  'You can approve all of it, part of it, or nothing:':
    'Sie können alles, einen Teil oder nichts genehmigen:',
  'A firm asks for access to your portfolio': 'Eine Firma bittet um Zugriff auf Ihr Portfolio',
  'The access of a firm ends soon': 'Der Zugriff einer Firma endet bald',
  'the access of a firm to your portfolio ends soon.':
    'der Zugriff einer Firma auf Ihr Portfolio endet bald.',
  'You need to do nothing to let it end. To choose another end, or to end it now:':
    'Damit er endet, müssen Sie nichts tun. Um ein anderes Ende zu wählen oder ihn jetzt zu beenden:',
  'The access to a portfolio ends soon': 'Der Zugriff auf ein Portfolio endet bald',
  'the access of your firm to a portfolio ends soon.':
    'der Zugriff Ihrer Firma auf ein Portfolio endet bald.',
  'Only the client can extend it. The access:': 'Nur der Kunde kann ihn verlängern. Der Zugriff:',
  'A firm has read your portfolio': 'Eine Firma hat Ihr Portfolio gelesen',
  'a firm has read your portfolio for the first time since you gave it access.':
    'eine Firma hat Ihr Portfolio zum ersten Mal gelesen, seit Sie ihr Zugriff gegeben haben.',
  'a firm has reduced what it can read of your portfolio.':
    'eine Firma hat eingeschränkt, was sie von Ihrem Portfolio lesen kann.',
  'You need to do nothing. This page says what it reads, and how to change or end the access:':
    'Sie müssen nichts tun. Was sie liest und wie Sie den Zugriff ändern oder beenden:',
  'A firm can read less of your portfolio': 'Eine Firma kann weniger von Ihrem Portfolio lesen',
  'This page says what it reads, and how to change or end the access:':
    'Was sie liest und wie Sie den Zugriff ändern oder beenden:',
  'Does a firm still need your portfolio?': 'Braucht eine Firma Ihr Portfolio noch?',
  'a firm can read your portfolio, and this access has no end date.':
    'eine Firma kann Ihr Portfolio lesen, und dieser Zugriff hat kein Enddatum.',
  'Is it still in use? Keep it or end it here:':
    'Wird er noch gebraucht? Behalten oder beenden Sie ihn hier:',
  'It stays as it is until you end it. You will be asked again in a year.':
    'Er bleibt, wie er ist, bis Sie ihn beenden. In einem Jahr werden Sie wieder gefragt.',

  'An API key of your firm ends soon': 'Ein API-Schlüssel Ihrer Firma endet bald',
  'an API key of your firm ends soon. From then on its requests are refused. Create a new key in time, and ask your clients for access with it.':
    'ein API-Schlüssel Ihrer Firma endet bald. Danach werden seine Anfragen abgelehnt. Erstellen Sie rechtzeitig einen neuen Schlüssel, und bitten Sie Ihre Kunden um Zugriff mit ihm.',
  'An API key of your firm is not used': 'Ein API-Schlüssel Ihrer Firma wird nicht benutzt',
  'an API key of your firm has not been used for 90 days. If no program needs it, revoke it: nobody can then misuse it.':
    'ein API-Schlüssel Ihrer Firma wurde seit 90 Tagen nicht benutzt. Wenn kein Programm ihn braucht, widerrufen Sie ihn: Dann kann ihn niemand missbrauchen.',
  Ends: 'Endet',
  'no end': 'kein Ende',
  'A webhook of your firm was paused': 'Ein Webhook Ihrer Firma wurde angehalten',
  'a webhook of your firm does not answer, and was paused.':
    'ein Webhook Ihrer Firma antwortet nicht und wurde angehalten.',
  'a webhook of your firm has answered with 410 (Gone), and was paused.':
    'ein Webhook Ihrer Firma hat mit 410 (Gone) geantwortet und wurde angehalten.',
  'the gateway cannot send the events of a webhook of your firm, and has paused it.':
    'das Gateway kann die Ereignisse eines Webhooks Ihrer Firma nicht senden und hat ihn angehalten.',
  'Nothing is lost. Ask the operator of the gateway, or give the webhook a new secret. Then resume it here:':
    'Nichts ist verloren. Fragen Sie den Betreiber des Gateways, oder geben Sie dem Webhook ein neues Geheimnis. Setzen Sie ihn dann hier fort:',
  Host: 'Host',
  'Failing since': 'Fehler seit',
  'Nothing is lost. Repair the receiver, and then resume the webhook here:':
    'Nichts ist verloren. Reparieren Sie den Empfänger, und setzen Sie den Webhook dann hier fort:',

  'A client asks your firm to delete what it has read':
    'Ein Kunde bittet Ihre Firma, zu löschen, was sie gelesen hat',
  'a client has ended the access of your firm to their portfolio, and asks your firm to delete what it has read.':
    'ein Kunde hat den Zugriff Ihrer Firma auf sein Portfolio beendet und bittet Ihre Firma, zu löschen, was sie gelesen hat.',
  Reference: 'Referenz',
  Requested: 'Angefragt',
  'Answer once here. The client reads the answer:':
    'Antworten Sie hier, einmal. Der Kunde liest die Antwort:',

  'Receipt: a firm can read your portfolio': 'Beleg: Eine Firma kann Ihr Portfolio lesen',
  'Receipt: you changed what a firm can read':
    'Beleg: Sie haben geändert, was eine Firma lesen kann',
  'Receipt: the access of a firm has ended': 'Beleg: Der Zugriff einer Firma ist beendet',
  'this is your receipt. Keep it, or open it to print it:':
    'dies ist Ihr Beleg. Bewahren Sie ihn auf, oder öffnen Sie ihn, um ihn zu drucken:',
  'What happened': 'Was geschah',
  'You approved a connection link.': 'Sie haben einen Verbindungslink genehmigt.',
  'You changed the terms.': 'Sie haben die Bedingungen geändert.',
  'The end of the terms was reached.': 'Das Ende der Bedingungen wurde erreicht.',
  'You revoked the access.': 'Sie haben den Zugriff widerrufen.',
  'The firm gave the access back.': 'Die Firma hat den Zugriff zurückgegeben.',
  'The operator of this service revoked the access.':
    'Der Betreiber dieses Dienstes hat den Zugriff widerrufen.',
  'The key was revoked, and the access ended with it.':
    'Der Schlüssel wurde widerrufen, und der Zugriff endete mit ihm.',
  'The access was revoked.': 'Der Zugriff wurde widerrufen.',
  When: 'Wann',
  Firm: 'Firma',
  Verified: 'Geprüft',
  'verified on {date} by staff': 'am {date} von Mitarbeitern des Betreibers geprüft',
  Key: 'Schlüssel',
  Client: 'Kunde',
  'The firm knows you as': 'Die Firma kennt Sie als',
  Deletion: 'Löschung',
  'You asked the firm to delete what it has read.':
    'Sie haben die Firma gebeten, zu löschen, was sie gelesen hat.',
  'Agreed to': 'Zugestimmt',
  Scopes: 'Bereiche',
  Assets: 'Objekte',
  all: 'alle',
  'in {categories}': 'in {categories}',
  '{count} chosen': '{count} ausgewählt',
  'in one collection': 'in einer Sammlung',
  End: 'Ende',
  'End of the terms': 'Ende der Bedingungen',
  none: 'keines',
  Grant: 'Zugriff',
  '{id}, version {version}': '{id}, Version {version}',
  Consent: 'Einwilligung',
  'Terms digest': 'Prüfsumme der Bedingungen',

  'Basic information (title, category, quantity, ids and times)':
    'Grunddaten (Titel, Kategorie, Menge, IDs und Zeiten)',
  'Valuation (market value, purchase price, insurance value and the history of values)':
    'Bewertung (Marktwert, Kaufpreis, Versicherungswert und der Verlauf der Werte)',
  'Details (description, notes, seller, storage location and collections)':
    'Einzelheiten (Beschreibung, Notizen, Verkäufer, Aufbewahrungsort und Sammlungen)',
  'Category details (such as metal and purity, brand and model, or vintage)':
    'Einzelheiten der Kategorie (etwa Metall und Reinheit, Marke und Modell oder Jahrgang)',
  'Documentation (which documents exist and how complete they are, never their contents)':
    'Dokumentation (welche Dokumente es gibt und wie vollständig sie sind, nie ihr Inhalt)',
  'Estate (who inherits each asset and what share, shared links, and how complete the estate planning is)':
    'Nachlass (wer welches Objekt zu welchem Anteil erbt, geteilte Links und wie vollständig die Nachlassplanung ist)',
  'Verification (status, risk score, signs of tampering and scans)':
    'Echtheitsprüfung (Status, Risikowert, Anzeichen von Manipulation und Scans)',
  'Precious metals': 'Edelmetalle',
  Watches: 'Uhren',
  Jewellery: 'Schmuck',
  Gemstones: 'Edelsteine',
  Art: 'Kunst',
  Antiques: 'Antiquitäten',
  Coins: 'Münzen',
  Wine: 'Wein',
  Vehicles: 'Fahrzeuge',
  Books: 'Bücher',
  'Musical instruments': 'Musikinstrumente',
  Fashion: 'Mode',
  Collectibles: 'Sammlerstücke',
  'Real estate': 'Immobilien',
  Other: 'Sonstiges',
} as const

export type MailText = keyof typeof GERMAN
