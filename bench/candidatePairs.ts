/** A text as it is saved. */
export interface Saying {
  readonly title: string;
  readonly content: string;
}

/** A memory, the same said in other words by somebody who has not seen it, and what cannot be right beside it. */
export interface SayingPair {
  readonly language: 'en' | 'ru' | 'de' | 'fr' | 'es' | 'zh' | 'ja' | 'ko';
  readonly first: Saying;
  readonly again: Saying;
  readonly against: Saying;
}

type Text = readonly [title: string, content: string];

function pair(language: SayingPair['language'], first: Text, again: Text, against: Text): SayingPair {
  const saying = ([title, content]: Text): Saying => ({ title, content });
  return { language, first: saying(first), again: saying(again), against: saying(against) };
}

/** Written for this bench; the numbers of `src/search/likeness.ts` were chosen with these. */
export const pairsTunedOn: readonly SayingPair[] = [
  pair(
    'en',
    ['Database port', 'The staging database listens on port 5432.'],
    ['Port of the staging DB', 'On staging the database is reached at port 5432.'],
    ['Database port', 'The staging database listens on port 5433.'],
  ),
  pair(
    'en',
    ['Indentation', 'We use tabs for indentation in all TypeScript files.'],
    ['Tabs, not spaces', 'TypeScript files are indented with tabs everywhere.'],
    ['Indentation', 'We use spaces for indentation in all TypeScript files.'],
  ),
  pair(
    'en',
    [
      'Login fails after the token expires',
      'The auth middleware kept the expired JWT in its cache. Fixed by checking exp before the cache lookup in src/auth/middleware.ts.',
    ],
    [
      'Expired JWT accepted from the cache',
      'Root cause of the login bug: src/auth/middleware.ts looked into its cache first, so an expired token stayed valid. It now checks exp before that.',
    ],
    [
      'Login fails after the token expires',
      'The auth middleware never cached JWTs. The failure came from clock skew and was fixed by allowing 30 seconds of leeway in src/auth/middleware.ts.',
    ],
  ),
  pair(
    'en',
    [
      'Queue for background jobs',
      'We decided to use RabbitMQ for background jobs because Kafka is too heavy for our load.',
    ],
    [
      'RabbitMQ instead of Kafka',
      'Background jobs go through RabbitMQ; Kafka would be overkill for the load we have.',
    ],
    [
      'Queue for background jobs',
      'We decided to use Kafka for background jobs because RabbitMQ loses messages under load.',
    ],
  ),
  pair(
    'en',
    ['Feature flag for the new checkout', 'The flag new-checkout is enabled in production.'],
    [
      'new-checkout is live',
      'In production the new-checkout flag has been switched on and is enabled for all.',
    ],
    ['Feature flag for the new checkout', 'The flag new-checkout is disabled in production.'],
  ),
  pair(
    'en',
    ['Release date', 'Version 2.0 is released on 2026-05-01.'],
    ['When 2.0 comes out', 'The release of version 2.0 is planned for 2026-05-01.'],
    ['Release date', 'Version 2.0 is released on 2026-06-15.'],
  ),
  pair(
    'en',
    ['Owner of the billing service', 'Alice Martens owns the billing service and approves its deployments.'],
    [
      'Who approves billing deployments',
      'Deployments of the billing service are approved by its owner, Alice Martens.',
    ],
    ['Owner of the billing service', 'Bob Keller owns the billing service and approves its deployments.'],
  ),
  pair(
    'en',
    [
      'Retries of the payment client',
      'The payment client retries three times with exponential backoff before it gives up.',
    ],
    [
      'Payment client: backoff',
      'Before giving up, the payment client makes three retries, with exponential backoff between them.',
    ],
    [
      'Retries of the payment client',
      'The payment client never retries: a failed payment is reported at once.',
    ],
  ),
  pair(
    'en',
    [
      'Migrations run by hand',
      'Database migrations are not run on deploy; somebody runs npm run migrate on the bastion host.',
    ],
    [
      'npm run migrate',
      'Deploying does not run the database migrations. They are started by hand on the bastion with npm run migrate.',
    ],
    [
      'Migrations on deploy',
      'Database migrations are run on every deploy by the pipeline; nobody runs npm run migrate by hand.',
    ],
  ),
  pair(
    'en',
    ['Node version', 'CI and production run on Node 20.15, pinned in .nvmrc.'],
    ['.nvmrc pins Node', 'Node 20.15 is what production and CI use; .nvmrc pins it.'],
    ['Node version', 'CI and production run on Node 22.3, pinned in .nvmrc.'],
  ),
  pair(
    'en',
    [
      'Error responses of the API',
      'API errors are answered as problem+json with a type, a title and a trace id.',
    ],
    [
      'Format of API errors',
      'Every error of the API is a problem+json document that carries type, title and trace id.',
    ],
    [
      'Error responses of the API',
      'API errors are answered as plain text with the status code alone, never as problem+json.',
    ],
  ),
  pair(
    'en',
    ['Logging of personal data', 'Never log e-mail addresses or names of customers; log the customer id.'],
    [
      'No names in logs',
      'Customer names and e-mail addresses must not be logged, only the id of the customer.',
    ],
    [
      'Logging of personal data',
      'Always log the e-mail address of the customer, so that support can find the customer id.',
    ],
  ),
  pair(
    'en',
    ['Time zone of reports', 'Reports are computed in UTC and shown in the time zone of the viewer.'],
    ['UTC in reports', 'Computation of reports happens in UTC; the viewer sees them in their own time zone.'],
    ['Time zone of reports', 'Reports are computed in the time zone of the customer and shown in UTC.'],
  ),
  pair(
    'en',
    [
      'Flaky test in the cart suite',
      'CartTotals.test.ts is flaky because it depends on the order of promotions from the mock server.',
    ],
    [
      'Why CartTotals.test.ts fails at random',
      'The mock server returns promotions in no fixed order, and CartTotals.test.ts depends on it.',
    ],
    [
      'Flaky test in the cart suite',
      'CartTotals.test.ts is not flaky any more: promotions from the mock server are sorted.',
    ],
  ),
  pair(
    'en',
    [
      'Cache of search results',
      'Search results are cached in Redis for 60 seconds, keyed by the normalised query.',
    ],
    ['Redis caches searches', 'Redis keeps search results for 60 seconds under the normalised query.'],
    [
      'Cache of search results',
      'Search results are cached in Redis for 600 seconds, keyed by the normalised query.',
    ],
  ),
  pair(
    'en',
    [
      'Branch protection',
      'Nobody pushes to main directly; every change needs a pull request with one approval.',
    ],
    [
      'Pull requests for main',
      'All changes to main go through a pull request that one person has approved, no direct pushes.',
    ],
    [
      'Branch protection',
      'Maintainers push to main directly; a pull request is only needed from outside contributors.',
    ],
  ),
  pair(
    'en',
    [
      'Image sizes',
      'Uploaded images are resized to at most 2048 pixels by the worker, the original is thrown away.',
    ],
    [
      'Uploads are downscaled',
      'The worker resizes every uploaded image to 2048 pixels at most and discards the original.',
    ],
    [
      'Image sizes',
      'Uploaded images are kept at full size; the worker makes no resized copy and keeps the original.',
    ],
  ),
  pair(
    'en',
    ['Package manager', 'The repository uses pnpm; npm install breaks the workspace links.'],
    ['Install with pnpm', 'Use pnpm in this repository, since the workspace links break with npm install.'],
    ['Package manager', 'The repository uses yarn; pnpm install breaks the workspace links.'],
  ),
  pair(
    'en',
    [
      'Slow product page',
      'The product page was slow because of N+1 queries in ProductLoader; batching them with DataLoader brought 1.8 s down to 200 ms.',
    ],
    [
      'N+1 in ProductLoader',
      'ProductLoader made N+1 queries. Since they are batched with DataLoader the product page takes 200 ms instead of 1.8 s.',
    ],
    [
      'Slow product page',
      'The product page was slow because of missing indexes, not of N+1 queries in ProductLoader; DataLoader brought nothing.',
    ],
  ),
  pair(
    'en',
    [
      'Style of commit messages',
      'Commit messages are in the imperative, at most 72 characters, without a prefix.',
    ],
    [
      'Commit subject line',
      'Write commit messages in the imperative without any prefix, no longer than 72 characters.',
    ],
    [
      'Style of commit messages',
      'Commit messages start with a conventional prefix such as feat: or fix:, at most 100 characters.',
    ],
  ),
  pair(
    'en',
    ['Where uploads are stored', 'User uploads are stored in the S3 bucket acme-uploads-eu in Frankfurt.'],
    [
      'S3 bucket of uploads',
      'The bucket acme-uploads-eu on S3, located in Frankfurt, holds what users upload.',
    ],
    ['Where uploads are stored', 'User uploads are stored in the S3 bucket acme-uploads-us in Oregon.'],
  ),
  pair(
    'en',
    [
      'Websocket reconnects',
      'Clients reconnect the websocket after 5 seconds and ask for missed events by the last event id.',
    ],
    [
      'Missed events after a reconnect',
      'After a websocket reconnect, 5 seconds later, clients send the last event id to get the events they missed.',
    ],
    [
      'Websocket reconnects',
      'Clients do not reconnect the websocket by themselves; missed events are lost until the page is reloaded.',
    ],
  ),
  pair(
    'en',
    ['User prefers short answers', 'The user wants short answers without introductions and code first.'],
    [
      'Answer briefly',
      'Keep answers short, put the code first and leave out introductions: the user wants it so.',
    ],
    ['User prefers long answers', 'The user wants detailed answers with an introduction before the code.'],
  ),
  pair(
    'en',
    ['ORM', 'We picked Drizzle over Prisma for its SQL-like queries and small bundle.'],
    [
      'Drizzle rather than Prisma',
      'Drizzle was chosen, not Prisma, since its bundle is small and its queries look like SQL.',
    ],
    ['ORM', 'We picked Prisma over Drizzle for its migrations and its type safety.'],
  ),
  pair(
    'ru',
    ['Порт базы данных', 'База данных на стейджинге слушает порт 5432.'],
    ['На каком порту база', 'Порт базы данных на стейджинге: 5432.'],
    ['Порт базы данных', 'База данных на стейджинге слушает порт 6432.'],
  ),
  pair(
    'ru',
    ['Выкатка на staging', 'staging выкатывается через systemd-юнит app-staging, а не через docker compose.'],
    [
      'Деплой staging',
      'Для выкатки staging служит systemd-юнит app-staging; docker compose там не используется.',
    ],
    [
      'Выкатка на staging',
      'staging выкатывается через docker compose, systemd-юнит app-staging больше не нужен.',
    ],
  ),
  pair(
    'ru',
    ['Язык интерфейса', 'Интерфейс администратора переведён только на русский язык.'],
    ['Перевод админки', 'Администраторский интерфейс есть только на русском языке.'],
    ['Язык интерфейса', 'Интерфейс администратора переведён только на английский язык.'],
  ),
  pair(
    'ru',
    [
      'Почему падал импорт',
      'Импорт падал, потому что CSV из 1С приходит в кодировке windows-1251, а не в UTF-8.',
    ],
    ['Кодировка выгрузки 1С', 'CSV-файлы из 1С в windows-1251, не в UTF-8: из-за этого падал импорт.'],
    [
      'Почему падал импорт',
      'Импорт падал не из-за кодировки: CSV из 1С приходит в UTF-8, но с лишним столбцом.',
    ],
  ),
  pair(
    'ru',
    ['Кэш отчётов', 'Отчёты кэшируются на 15 минут, сбросить кэш можно командой make flush.'],
    ['make flush', 'Кэш отчётов живёт 15 минут и сбрасывается командой make flush.'],
    ['Кэш отчётов', 'Отчёты не кэшируются: команда make flush ничего не делает.'],
  ),
  pair(
    'ru',
    ['Ответственный за релиз', 'За релиз мобильного приложения отвечает Марина Орлова.'],
    [
      'Релиз мобильного приложения',
      'Релизом мобильного приложения занимается Марина Орлова, она за него отвечает.',
    ],
    ['Ответственный за релиз', 'За релиз мобильного приложения отвечает Игорь Белов.'],
  ),
  pair(
    'de',
    ['Port der Datenbank', 'Die Staging-Datenbank lauscht auf Port 5432.'],
    ['Datenbank auf Staging', 'Auf Staging ist die Datenbank unter Port 5432 erreichbar.'],
    ['Port der Datenbank', 'Die Staging-Datenbank lauscht auf Port 5439.'],
  ),
  pair(
    'de',
    [
      'Sicherung der Kundendaten',
      'Die Kundendaten werden jede Nacht um zwei Uhr gesichert und 30 Tage aufbewahrt.',
    ],
    [
      'Nächtliche Sicherung',
      'Jede Nacht um zwei Uhr läuft eine Sicherung der Kundendaten, die 30 Tage aufbewahrt wird.',
    ],
    [
      'Sicherung der Kundendaten',
      'Die Kundendaten werden nur einmal in der Woche gesichert und 90 Tage aufbewahrt.',
    ],
  ),
  pair(
    'fr',
    [
      'Langue des commentaires',
      'Les commentaires du code sont écrits en anglais, les messages aux clients en français.',
    ],
    [
      'Commentaires en anglais',
      'On écrit les commentaires du code en anglais et les messages pour les clients en français.',
    ],
    [
      'Langue des commentaires',
      'Les commentaires du code sont écrits en français, comme les messages aux clients.',
    ],
  ),
  pair(
    'fr',
    ['Expiration des sessions', 'Une session expire après 30 minutes sans activité.'],
    ['Durée des sessions', 'Après 30 minutes sans activité, la session expire.'],
    ['Expiration des sessions', 'Une session expire après 8 heures, même sans activité.'],
  ),
  pair(
    'es',
    ['Servidor de correo', 'Los correos se envían por Postmark, nunca directamente desde el servidor.'],
    ['Envío de correos', 'Para enviar correos usamos Postmark; nunca salen directamente del servidor.'],
    ['Servidor de correo', 'Los correos se envían directamente desde el servidor, ya no por Postmark.'],
  ),
  pair(
    'es',
    ['Pruebas de integración', 'Las pruebas de integración necesitan Docker y tardan unos diez minutos.'],
    [
      'Docker para las pruebas',
      'Hace falta Docker para las pruebas de integración, que tardan diez minutos más o menos.',
    ],
    ['Pruebas de integración', 'Las pruebas de integración no necesitan Docker y tardan un minuto.'],
  ),
  pair(
    'zh',
    ['数据库端口', '测试环境的数据库监听端口 5432。'],
    ['测试环境数据库', '测试环境里数据库的端口是 5432。'],
    ['数据库端口', '测试环境的数据库监听端口 5433。'],
  ),
  pair(
    'zh',
    ['代码缩进', '所有 TypeScript 文件都使用制表符缩进。'],
    ['缩进规则', 'TypeScript 文件一律用制表符缩进。'],
    ['代码缩进', '所有 TypeScript 文件都使用空格缩进。'],
  ),
  pair(
    'ja',
    ['デプロイの手順', '本番環境へのデプロイは毎週火曜日に行います。'],
    ['本番デプロイの曜日', '毎週火曜日に本番環境へデプロイします。'],
    ['デプロイの手順', '本番環境へのデプロイは毎週金曜日に行います。'],
  ),
  pair(
    'ko',
    ['로그 보관 기간', '운영 로그는 30일 동안 보관하고 그 후에 삭제합니다.'],
    ['운영 로그', '운영 로그 보관 기간은 30일이며 이후 삭제됩니다.'],
    ['로그 보관 기간', '운영 로그는 90일 동안 보관하고 그 후에 삭제합니다.'],
  ),
];

/** Written when those numbers were fixed, and never used to choose them. */
export const pairsKeptAside: readonly SayingPair[] = [
  pair(
    'en',
    ['Mobile builds', 'iOS builds run on the Mac mini in the office, Android builds on GitHub runners.'],
    [
      'Where we build the apps',
      'Android is built on GitHub runners, iOS on the Mac mini that stands in the office.',
    ],
    [
      'Mobile builds',
      'iOS and Android builds both run on GitHub runners, the Mac mini in the office is gone.',
    ],
  ),
  pair(
    'en',
    ['Rounding of prices', 'Prices are rounded half up to two decimals, once, at the end of the invoice.'],
    ['Invoice rounding', 'An invoice rounds its prices only once, at the end: half up, two decimals.'],
    ['Rounding of prices', 'Prices are rounded half even to two decimals, in every line of the invoice.'],
  ),
  pair(
    'en',
    ['Soft delete', 'Customers are never deleted from the table, their deleted_at is set instead.'],
    ['deleted_at of customers', 'Instead of deleting customers from the table we set deleted_at.'],
    ['Hard delete', 'Customers are deleted from the table at once, there is no deleted_at any more.'],
  ),
  pair(
    'en',
    [
      'Memory leak in the exporter',
      'The PDF exporter leaked memory since it never closed the Chromium pages. Fixed with page.close() in a finally block.',
    ],
    [
      'Chromium pages stayed open',
      'Fixed a leak of the PDF exporter: Chromium pages were never closed, now a finally block calls page.close().',
    ],
    [
      'Memory leak in the exporter',
      'The PDF exporter leaked memory through its font cache; Chromium pages were always closed with page.close().',
    ],
  ),
  pair(
    'en',
    ['Token lifetime', 'Access tokens live 15 minutes, refresh tokens 30 days.'],
    ['How long tokens are valid', 'A refresh token is valid for 30 days and an access token for 15 minutes.'],
    ['Token lifetime', 'Access tokens live 60 minutes, refresh tokens 7 days.'],
  ),
  pair(
    'en',
    [
      'GraphQL or REST',
      'The public API stays REST; GraphQL is used only between the web app and the gateway.',
    ],
    [
      'REST for the public API',
      'GraphQL is only for the web app and the gateway, everything public remains REST.',
    ],
    [
      'GraphQL or REST',
      'The public API becomes GraphQL; REST is used only between the web app and the gateway.',
    ],
  ),
  pair(
    'en',
    ['Demo data', 'make seed fills the database with 200 demo customers and drops whatever was in it.'],
    ['make seed', 'Running make seed drops the contents of the database and creates 200 demo customers.'],
    ['Demo data', 'make seed adds 200 demo customers and never drops anything that was in the database.'],
  ),
  pair(
    'en',
    ['Dark mode', 'The dark mode follows the operating system, there is no switch for it.'],
    ['No switch for dark mode', 'There is no dark mode switch: it follows what the operating system says.'],
    ['Dark mode', 'The dark mode is switched in the settings and does not follow the operating system.'],
  ),
  pair(
    'en',
    ['On-call phone', 'The on-call phone is with Priya on weekdays and with Tomas on weekends.'],
    ['Who is on call', 'On weekdays Priya has the on-call phone, on weekends Tomas.'],
    ['On-call phone', 'The on-call phone is with Tomas on weekdays and with Ingrid on weekends.'],
  ),
  pair(
    'en',
    ['Parser for dates', 'Use date-fns for dates; moment was removed because of its size.'],
    ['date-fns, not moment', 'We removed moment, it was too big. Dates are handled with date-fns.'],
    ['Parser for dates', 'Use luxon for dates; date-fns was removed because it lacks time zones.'],
  ),
  pair(
    'ru',
    ['Миграции базы', 'Миграции базы запускаются вручную командой make migrate, деплой их не выполняет.'],
    ['make migrate', 'Деплой не выполняет миграции базы: их запускают вручную через make migrate.'],
    [
      'Миграции базы',
      'Миграции базы выполняются при каждом деплое, запускать make migrate вручную запрещено.',
    ],
  ),
  pair(
    'ru',
    ['Лимит загрузки файлов', 'Максимальный размер загружаемого файла 50 МБ, nginx отвечает 413 на большие.'],
    ['Файлы больше 50 МБ', 'Загрузить можно файл размером до 50 МБ, на больший nginx отвечает 413.'],
    [
      'Лимит загрузки файлов',
      'Максимальный размер загружаемого файла 200 МБ, nginx отвечает 413 на большие.',
    ],
  ),
  pair(
    'ru',
    ['Формат коммитов', 'Сообщения коммитов пишем на английском, в повелительном наклонении.'],
    ['Коммиты на английском', 'Пишем сообщения коммитов в повелительном наклонении и на английском языке.'],
    ['Формат коммитов', 'Сообщения коммитов пишем на русском, с номером задачи в начале.'],
  ),
  pair(
    'de',
    ['Rechnungsnummern', 'Rechnungsnummern sind fortlaufend je Jahr und beginnen im Januar wieder bei 1.'],
    [
      'Nummern der Rechnungen',
      'Die Nummern der Rechnungen sind je Jahr fortlaufend; im Januar beginnen sie wieder bei 1.',
    ],
    ['Rechnungsnummern', 'Rechnungsnummern sind über alle Jahre fortlaufend und beginnen nie wieder bei 1.'],
  ),
  pair(
    'fr',
    ['Hébergement', 'Le site est hébergé chez OVH à Gravelines, les sauvegardes sont à Strasbourg.'],
    [
      'Où est le site',
      'Les sauvegardes sont à Strasbourg, le site lui-même est hébergé chez OVH à Gravelines.',
    ],
    ['Hébergement', 'Le site est hébergé chez Scaleway à Paris, les sauvegardes sont à Amsterdam.'],
  ),
  pair(
    'es',
    [
      'Moneda de las facturas',
      'Las facturas se emiten siempre en euros, también para clientes de fuera de Europa.',
    ],
    ['Facturas en euros', 'También a los clientes de fuera de Europa se les emite la factura en euros.'],
    [
      'Moneda de las facturas',
      'Las facturas se emiten en la moneda del cliente, en euros solo dentro de Europa.',
    ],
  ),
  pair(
    'zh',
    ['日志级别', '生产环境的日志级别是 warn，调试日志不写入磁盘。'],
    ['生产环境日志', '在生产环境日志级别设为 warn，不把调试日志写入磁盘。'],
    ['日志级别', '生产环境的日志级别是 debug，调试日志也写入磁盘。'],
  ),
  pair(
    'ja',
    ['テストの実行', '結合テストは Docker を使い、毎晩二時に実行されます。'],
    ['夜間の結合テスト', '毎晩二時に Docker で結合テストを実行します。'],
    ['テストの実行', '結合テストは Docker を使わず、コミットのたびに実行されます。'],
  ),
  pair(
    'ko',
    ['배포 시간', '배포는 매주 화요일 오전 열 시에 진행합니다.'],
    ['매주 화요일 배포', '매주 화요일 오전 열 시에 배포를 진행합니다.'],
    ['배포 시간', '배포는 매주 목요일 오후 네 시에 진행합니다.'],
  ),
];
