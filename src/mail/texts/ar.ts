import type { MailText } from './de.ts'

export const ARABIC: Readonly<Record<MailText, string>> = {
  'Hello,': 'مرحبًا،',
  'the authenticator app': 'تطبيق المصادقة',
  'all sessions': 'جميع الجلسات',
  passkeys: 'مفاتيح المرور',
  'access tokens': 'رموز الوصول',
  'Using it ends {credentials} of the account.':
    'يؤدي استخدامه إلى إنهاء ما يلي في الحساب: {credentials}.',
  'The link works once, until {time}. It replaces any earlier link.':
    'يعمل الرابط مرة واحدة، حتى {time}. ويحل محل أي رابط سابق.',
  'Anyone who has the link can set your password. Do not share it.':
    'يمكن لكل من لديه الرابط تعيين كلمة مرورك. لا تشاركه مع أحد.',

  'Your access to Orangery': 'وصولك إلى Orangery',
  'use this link to set your password for Orangery:':
    'استخدم هذا الرابط لتعيين كلمة مرورك في Orangery:',
  'Your new password for Orangery': 'كلمة مرورك الجديدة في Orangery',
  'you asked for a new password for Orangery. Use this link to set one:':
    'طلبت كلمة مرور جديدة في Orangery. استخدم هذا الرابط لتعيينها:',
  'If you did not ask for it, ignore this mail: your password stays as it is.':
    'إذا لم تطلب ذلك فتجاهل هذه الرسالة: تبقى كلمة مرورك كما هي.',
  'Your invitation to a firm on Orangery': 'دعوتك إلى شركة على Orangery',
  'you are invited to the account of a firm on Orangery. Use this link to accept:':
    'تلقيت دعوة إلى حساب شركة على Orangery. استخدم هذا الرابط لقبولها:',
  'If you do not know the firm, ignore this mail. Do not share the link.':
    'إذا كنت لا تعرف الشركة فتجاهل هذه الرسالة. لا تشارك الرابط مع أحد.',

  'You signed in in a browser that was not used for this account before':
    'سجّلت الدخول في متصفح لم يُستخدم لهذا الحساب من قبل',
  'The password of your account was set': 'عُيّنت كلمة مرور حسابك',
  'Two-step verification was turned on for your account': 'شُغّل التحقق بخطوتين لحسابك',
  'Two-step verification was turned off for your account': 'أُوقف التحقق بخطوتين لحسابك',
  'New recovery codes were created for your account': 'أُنشئت رموز استرداد جديدة لحسابك',
  'A passkey was added to your account': 'أُضيف مفتاح مرور إلى حسابك',
  'A passkey was removed from your account': 'أُزيل مفتاح مرور من حسابك',
  'If it was not you, set a new password by “Forgot password?” on the sign-in page, and then look at the sessions of your account:':
    'إذا لم تكن أنت من فعل ذلك، فعيّن كلمة مرور جديدة عبر «نسيت كلمة المرور؟» في صفحة تسجيل الدخول، ثم راجع جلسات حسابك:',
  Browser: 'المتصفح',

  'a firm asks for access to your portfolio, and you have not answered yet.':
    'تطلب شركة الوصول إلى محفظتك، ولم ترد عليها بعد.',
  'You can approve all of it, part of it, or nothing:':
    'يمكنك الموافقة على كل ما تطلبه أو على جزء منه أو رفضه:',
  'A firm asks for access to your portfolio': 'شركة تطلب الوصول إلى محفظتك',
  'The access of a firm ends soon': 'ينتهي قريبًا إذن وصول إحدى الشركات',
  'the access of a firm to your portfolio ends soon.':
    'ينتهي قريبًا إذن وصول إحدى الشركات إلى محفظتك.',
  'You need to do nothing to let it end. To choose another end, or to end it now:':
    'لا يلزمك فعل شيء لكي ينتهي. لاختيار موعد آخر للانتهاء أو لإنهائه الآن:',
  'The access to a portfolio ends soon': 'ينتهي قريبًا إذن الوصول إلى إحدى المحافظ',
  'the access of your firm to a portfolio ends soon.':
    'ينتهي قريبًا إذن وصول شركتك إلى إحدى المحافظ.',
  'Only the client can extend it. The access:': 'لا يمكن تمديده إلا من قِبل العميل. إذن الوصول:',
  'A firm has read your portfolio': 'قرأت إحدى الشركات محفظتك',
  'a firm has read your portfolio for the first time since you gave it access.':
    'قرأت إحدى الشركات محفظتك لأول مرة منذ أن منحتها إذن الوصول.',
  'a firm has reduced what it can read of your portfolio.':
    'قلّصت إحدى الشركات ما يمكنها قراءته من محفظتك.',
  'You need to do nothing. This page says what it reads, and how to change or end the access:':
    'لا يلزمك فعل شيء. ما تقرؤه الشركة، وكيف تغيّر الوصول أو تنهيه:',
  'A firm can read less of your portfolio': 'يمكن لإحدى الشركات قراءة أقل من محفظتك',
  'This page says what it reads, and how to change or end the access:':
    'ما تقرؤه الشركة، وكيف تغيّر إذن الوصول أو تنهيه:',
  'Does a firm still need your portfolio?': 'هل ما زالت إحدى الشركات بحاجة إلى محفظتك؟',
  'a firm can read your portfolio, and this access has no end date.':
    'يمكن لإحدى الشركات قراءة محفظتك، وليس لإذن الوصول هذا تاريخ انتهاء.',
  'Is it still in use? Keep it or end it here:': 'هل ما زال مستخدمًا؟ أبقِه أو أنهِه هنا:',
  'It stays as it is until you end it. You will be asked again in a year.':
    'يبقى كما هو حتى تنهيه. وستُسأل مرة أخرى بعد عام.',

  'An API key of your firm ends soon': 'ينتهي قريبًا أحد مفاتيح API لشركتك',
  'an API key of your firm ends soon. From then on its requests are refused. Create a new key in time, and ask your clients for access with it.':
    'ينتهي قريبًا أحد مفاتيح API لشركتك. وبعد ذلك تُرفض طلباته. أنشئ مفتاحًا جديدًا في الوقت المناسب، واطلب من عملائك إذن الوصول به.',
  'An API key of your firm is not used': 'أحد مفاتيح API لشركتك غير مستخدم',
  'an API key of your firm has not been used for 90 days. If no program needs it, revoke it: nobody can then misuse it.':
    'لم يُستخدم أحد مفاتيح API لشركتك منذ 90 يومًا. إذا لم يكن أي برنامج بحاجة إليه فأبطِله: عندها لا يمكن لأحد إساءة استخدامه.',
  Ends: 'ينتهي',
  'no end': 'بلا انتهاء',
  'A webhook of your firm was paused': 'أُوقف مؤقتًا أحد خطاطيف الويب لشركتك',
  'a webhook of your firm does not answer, and was paused.':
    'لا يستجيب أحد خطاطيف الويب لشركتك، وقد أُوقف مؤقتًا.',
  'a webhook of your firm has answered with 410 (Gone), and was paused.':
    'أجاب أحد خطاطيف الويب لشركتك بالرمز 410 (Gone)، وقد أُوقف مؤقتًا.',
  'the gateway cannot send the events of a webhook of your firm, and has paused it.':
    'لا تستطيع البوابة إرسال أحداث أحد خطاطيف الويب لشركتك، وقد أوقفته مؤقتًا.',
  'Nothing is lost. Ask the operator of the gateway, or give the webhook a new secret. Then resume it here:':
    'لم يُفقد شيء. اسأل مشغّل البوابة، أو أعطِ خطاف الويب سرًّا جديدًا. ثم استأنفه هنا:',
  Host: 'المضيف',
  'Failing since': 'متعطل منذ',
  'Nothing is lost. Repair the receiver, and then resume the webhook here:':
    'لم يُفقد شيء. أصلح المستقبِل، ثم استأنف خطاف الويب هنا:',

  'A client asks your firm to delete what it has read': 'يطلب أحد العملاء من شركتك حذف ما قرأته',
  'a client has ended the access of your firm to their portfolio, and asks your firm to delete what it has read.':
    'أنهى أحد العملاء إذن وصول شركتك إلى محفظته، ويطلب من شركتك حذف ما قرأته.',
  Reference: 'المرجع',
  Requested: 'تاريخ الطلب',
  'Answer once here. The client reads the answer:': 'أجب هنا مرة واحدة. وسيقرأ العميل الإجابة:',

  'Receipt: a firm can read your portfolio': 'إيصال: يمكن لإحدى الشركات قراءة محفظتك',
  'Receipt: you changed what a firm can read': 'إيصال: غيّرت ما يمكن لإحدى الشركات قراءته',
  'Receipt: the access of a firm has ended': 'إيصال: انتهى إذن وصول إحدى الشركات',
  'this is your receipt. Keep it, or open it to print it:':
    'هذا إيصالك. احتفظ به، أو افتحه لطباعته:',
  'What happened': 'ما حدث',
  'You approved a connection link.': 'وافقت على رابط اتصال.',
  'You changed the terms.': 'غيّرت الشروط.',
  'The end of the terms was reached.': 'حلّ موعد انتهاء الشروط.',
  'You revoked the access.': 'أبطلت إذن الوصول.',
  'The firm gave the access back.': 'أعادت الشركة إذن الوصول.',
  'The operator of this service revoked the access.': 'أبطل مشغّل هذه الخدمة إذن الوصول.',
  'The key was revoked, and the access ended with it.': 'أُبطل المفتاح، وانتهى معه إذن الوصول.',
  'The access was revoked.': 'أُبطل إذن الوصول.',
  When: 'الوقت',
  Firm: 'الشركة',
  Verified: 'التحقق',
  'verified on {date} by staff': 'تحقق منها فريق الدعم في {date}',
  Key: 'المفتاح',
  Client: 'العميل',
  'The firm knows you as': 'تعرفك الشركة باسم',
  Deletion: 'الحذف',
  'You asked the firm to delete what it has read.': 'طلبت من الشركة حذف ما قرأته.',
  'Agreed to': 'نص الموافقة',
  Scopes: 'النطاقات',
  Assets: 'الأصول',
  all: 'الكل',
  'in {categories}': 'في {categories}',
  '{count} chosen': 'مختارة: {count}',
  'in one collection': 'في مجموعة واحدة',
  End: 'الانتهاء',
  'End of the terms': 'انتهاء الشروط',
  none: 'لا يوجد',
  Grant: 'إذن الوصول',
  '{id}, version {version}': '{id}، الإصدار {version}',
  Consent: 'الموافقة',
  'Terms digest': 'بصمة الشروط',

  'Basic information (title, category, quantity, ids and times)':
    'معلومات أساسية (العنوان والفئة والكمية والمعرّفات والأوقات)',
  'Valuation (market value, purchase price, insurance value and the history of values)':
    'التقييم (القيمة السوقية وسعر الشراء وقيمة التأمين وسجل القيم)',
  'Details (description, notes, seller, storage location and collections)':
    'التفاصيل (الوصف والملاحظات والبائع ومكان الحفظ والمجموعات)',
  'Category details (such as metal and purity, brand and model, or vintage)':
    'تفاصيل الفئة (مثل المعدن والنقاء، أو العلامة والطراز، أو سنة الإنتاج)',
  'Documentation (which documents exist and how complete they are, never their contents)':
    'الوثائق (المستندات الموجودة ومدى اكتمالها، دون محتواها أبدًا)',
  'Estate (who inherits each asset and what share, shared links, and how complete the estate planning is)':
    'التركة (من يرث كل أصل وبأي حصة، والروابط المشتركة، ومدى اكتمال تخطيط التركة)',
  'Verification (status, risk score, signs of tampering and scans)':
    'التحقق من الأصالة (الحالة ودرجة المخاطر وعلامات التلاعب وعمليات المسح)',
  'Precious metals': 'المعادن الثمينة',
  Watches: 'الساعات',
  Jewellery: 'المجوهرات',
  Gemstones: 'الأحجار الكريمة',
  Art: 'الفن',
  Antiques: 'التحف',
  Coins: 'العملات المعدنية',
  Wine: 'النبيذ',
  Vehicles: 'المركبات',
  Books: 'الكتب',
  'Musical instruments': 'الآلات الموسيقية',
  Fashion: 'الأزياء',
  Collectibles: 'المقتنيات',
  'Real estate': 'العقارات',
  Other: 'أخرى',
}
