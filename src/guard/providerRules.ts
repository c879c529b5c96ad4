/** A token format that a provider publishes, recognisable without any context. */
export interface ProviderRule {
  readonly name: string;
  /** Literals of which one must occur in the text: the cheap test before the expression is run. */
  readonly literals: readonly string[];
  /**
   * Global. Group 1, where there is one, is the secret; else the whole match. Every expression is linear: an
   * open-ended repetition is last, or its start is bounded by a look-behind for the same characters.
   */
  readonly pattern: RegExp;
  /** What the expression cannot tell: whether a match is one in truth. */
  readonly accepts?: (secret: string) => boolean;
}

/**
 * Formats as the providers document them (prefix, alphabet, length). A length is a minimum where providers
 * have lengthened their tokens before. Publishable keys (Stripe `pk_`, Mapbox `pk.`) are not secrets.
 */
export const PROVIDER_RULES: readonly ProviderRule[] = [
  // Clouds and hosting
  rule(
    'aws-access-key',
    ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'A3T'],
    /(?<![A-Za-z0-9])(?:A[KS]IA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  ),
  rule(
    'aws-bedrock-key',
    ['ABSK', 'bedrock-api-key-'],
    /(?<![A-Za-z0-9])(?:ABSK[A-Za-z0-9+/]{100,}=*|bedrock-api-key-[A-Za-z0-9+/]{40,}=*)/g,
  ),
  rule('aws-mws-key', ['amzn.mws.'], /amzn\.mws\.[0-9a-f]{8}-[0-9a-f-]{27}/g),
  rule('google-api-key', ['AIza'], /(?<![\w-])AIza[\w-]{35}/g),
  rule(
    'google-oauth',
    ['GOCSPX-', 'ya29.', '1//0'],
    /(?<![\w-])(?:GOCSPX-[\w-]{24,}|ya29\.[\w-]{30,}|1\/\/0[\w-]{40,})/g,
  ),
  rule('azure-client-secret', ['Q~'], /(?<![\w.~-])[\w.~-]{3}\dQ~[\w.~-]{31,34}(?![\w.~-])/g),
  rule(
    'azure-key',
    ['JQQJ9', 'AZDO', '+AStA', 'ACDbA', '+AEhA', '+ARmA'],
    /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{42,80}(?:JQQJ9|AZDO|\+AStA|ACDbA|\+AEhA|\+ARmA)[A-Za-z0-9+/]{4,40}=*/g,
  ),
  rule(
    'azure-account-key',
    ['AccountKey=', 'SharedAccessKey=', 'SharedAccessSignature='],
    /(?:AccountKey|SharedAccessKey|SharedAccessSignature)=([A-Za-z0-9+/%]{40,}=*)/g,
  ),
  rule('azure-sas', ['sig='], /[?&;]sig=([A-Za-z0-9+/%]{40,}=*)/g),
  rule('aws-signature', ['X-Amz-S'], /X-Amz-(?:Signature=([0-9a-f]{64})|Security-Token=[\w%+/=-]{40,})/g),
  rule(
    'alibaba-access-key',
    ['LTAI'],
    /(?<![A-Za-z0-9])LTAI(?=[A-Za-z]*\d)[A-Za-z0-9]{16,24}(?![A-Za-z0-9])/g,
  ),
  rule('tencent-secret-id', ['AKID'], /(?<![A-Za-z0-9])AKID(?=[A-Za-z]*\d)[A-Za-z0-9]{32}(?![A-Za-z0-9])/g),
  rule(
    'yandex-key',
    ['AQVN', 'YCAJ', 'YCN', 'YCP', 'y0_', 't1.'],
    /(?<![\w-])(?:AQVN[\w-]{35,}|YC[ANP]J?[\w-]{35,40}|y0_[\w-]{40,}|t1\.[\w-]{80,})/g,
  ),
  rule('digitalocean-token', ['_v1_'], /(?<![A-Za-z0-9])do[oprt]_v1_[0-9a-f]{64}/g),
  rule('heroku-key', ['HRKU-'], /(?<![\w-])HRKU-[\w-]{36,}/g),
  rule(
    'fly-token',
    ['fo1_', 'fm1', 'fm2_'],
    /(?<![A-Za-z0-9])(?:fo1_[\w-]{43}|fm1[ar]_[A-Za-z0-9+/]{80,}=*|fm2_[A-Za-z0-9+/]{80,}=*)/g,
  ),
  rule(
    'vercel-token',
    ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'],
    /(?<![A-Za-z0-9])vc[piark]_(?=[A-Za-z]*\d)[A-Za-z0-9]{24,}/g,
  ),
  rule('netlify-token', ['nfp_'], /(?<![A-Za-z0-9])nfp_[A-Za-z0-9]{36,}/g),
  rule('cloudflare-origin-key', ['v1.0-'], /(?<![\w.-])v1\.0-[0-9a-f]{24}-[0-9a-f]{140,}/g),
  rule('scaleway-key', ['SCW'], /(?<![A-Za-z0-9])SCW(?=[A-Z]*\d)[A-Z0-9]{17}(?![A-Za-z0-9])/g),
  rule('scalingo-token', ['tk-us-'], /(?<![\w-])tk-us-[\w-]{48}/g),

  // Code hosts, registries, builds
  rule('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], /gh[pousr]_[A-Za-z0-9]{36,}/g),
  rule('github-pat', ['github_pat_'], /github_pat_[A-Za-z0-9_]{40,}/g),
  rule(
    'gitlab-token',
    [
      'glpat-',
      'gldt-',
      'glptt-',
      'glrt',
      'glimt-',
      'glsoat-',
      'gloas-',
      'glcbt-',
      'glft-',
      'glffct-',
      'glwt-',
      'glagent-',
    ],
    /(?<![A-Za-z0-9])gl(?:ptt-[\w-]{40}(?![\w-])|agent-[\w-]{50,}|oas-[\w-]{64,}|(?:pat|dt|rtr?|imt|soat|cbt|ft|ffct|wt)-[\w-]{20,}(?:\.[\w-]{2,12}){0,2})/g,
  ),
  rule('gitlab-runner-token', ['GR1348941'], /(?<![A-Za-z0-9])GR1348941[\w-]{20,}/g),
  rule(
    'bitbucket-token',
    ['ATBB', 'ATCTT3', 'ATATT3', 'BBDC-'],
    /(?<![A-Za-z0-9])(?:ATBB[A-Za-z0-9]{28,}|AT(?:ATT|CTT)3[\w=-]{60,}|BBDC-[A-Za-z0-9+/]{40,})/g,
  ),
  rule('npm-token', ['npm_'], /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}/g),
  rule('pypi-token', ['pypi-Ag'], /pypi-Ag(?:EIcHlwaS5vcmc|ENdGVzdC5weXBpLm9yZw)[\w-]{50,}/g),
  rule('rubygems-key', ['rubygems_'], /rubygems_[0-9a-f]{48}/g),
  rule('crates-token', ['cio'], /(?<![A-Za-z0-9])cio(?=[A-Za-z]*\d)[A-Za-z0-9]{32}(?![A-Za-z0-9])/g),
  rule('nuget-key', ['oy2'], /(?<![A-Za-z0-9])oy2[a-z0-9]{43}(?![A-Za-z0-9])/g),
  rule('clojars-token', ['CLOJARS_'], /CLOJARS_[A-Za-z0-9]{60}/g),
  rule('docker-token', ['dckr_'], /dckr_(?:pat|oat)_[\w-]{20,}/g),
  rule('docker-swarm-token', ['SWMTKN-'], /SWMTKN-1-[a-z0-9]{40,60}-[a-z0-9]{20,30}/g),
  rule(
    'artifactory-key',
    ['AKCp', 'cmVmdGtu', 'AP'],
    /(?<![A-Za-z0-9])(?:AKCp[A-Za-z0-9]{60,}|cmVmdGtu[A-Za-z0-9]{50,}|AP[56][A-Z0-9][A-Za-z0-9]{62,})/g,
  ),
  rule('circleci-token', ['CCIPAT_', 'CCIPRJ_'], /CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[0-9a-f]{40}/g),
  rule('buildkite-token', ['bkua_', 'bkaj_', 'bkar_'], /(?<![A-Za-z0-9])bk(?:ua|aj|ar)_[A-Za-z0-9]{40,}/g),
  rule('octopus-key', ['API-'], /(?<![\w-])API-(?=[A-Z]*\d)[A-Z0-9]{25,27}(?![A-Za-z0-9])/g),
  rule('sonar-token', ['sqa_', 'sqp_', 'squ_'], /(?<![A-Za-z0-9])sq[apu]_[0-9a-f]{40}/g),
  rule('sourcegraph-token', ['sgp_'], /(?<![A-Za-z0-9])sgp_(?:[A-Za-z0-9]{1,16}_)?[0-9a-fA-F]{40}/g),
  rule('harness-key', ['pat.', 'sat.'], /(?<![\w.])[ps]at\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}/g),
  rule('snyk-token', ['snyk_'], /(?<![A-Za-z0-9])snyk_[a-z]{3}\.[0-9a-f]{8}\.[\w-]{20,}/g),

  // Language models
  rule('anthropic-key', ['sk-ant-'], /sk-ant-[\w-]{80,}/g),
  rule(
    'openai-key',
    ['sk-', 'T3BlbkFJ'],
    /(?<![A-Za-z0-9_-])sk-(?:(?:proj|svcacct|admin|None)-[\w-]{20,}|[\w-]{10,80}?T3BlbkFJ[\w-]{10,})/g,
  ),
  rule('openrouter-key', ['sk-or-'], /sk-or-(?:v1-)?[0-9a-f]{32,}/g),
  rule('api-secret-key', ['sk-'], /(?<![A-Za-z0-9_-])sk-(?=[A-Za-z]*\d)[A-Za-z0-9]{32,}/g),
  rule(
    'huggingface-token',
    ['hf_', 'api_org_'],
    /(?<![A-Za-z0-9_])(?:hf|api_org)_(?=[a-z]{0,33}[A-Z])[A-Za-z]{34}(?![A-Za-z0-9_])/g,
  ),
  rule('replicate-token', ['r8_'], /(?<![A-Za-z0-9])r8_[A-Za-z0-9]{37,}/g),
  rule('groq-key', ['gsk_'], /(?<![A-Za-z0-9])gsk_[A-Za-z0-9]{40,}/g),
  rule('perplexity-key', ['pplx-'], /(?<![A-Za-z0-9])pplx-[A-Za-z0-9]{40,}/g),
  rule('xai-key', ['xai-'], /(?<![A-Za-z0-9])xai-[A-Za-z0-9]{60,}/g),
  rule('nvidia-key', ['nvapi-'], /(?<![A-Za-z0-9])nvapi-[\w-]{64}(?![\w-])/g),
  rule('tavily-key', ['tvly-'], /(?<![A-Za-z0-9])tvly-(?:dev-|prod-)?[\w-]{28,}/g),
  rule('together-key', ['tgp_v1_'], /tgp_v1_[\w-]{40,}/g),
  rule(
    'langsmith-key',
    ['lsv2_', 'ls__'],
    /(?<![A-Za-z0-9])(?:lsv2_(?:pt|sk)_[0-9a-f]{32}|ls__[0-9a-f]{32})\w*/g,
  ),
  rule('pinecone-key', ['pcsk_'], /(?<![A-Za-z0-9])pcsk_\w{40,}/g),

  // Messaging and mail
  rule(
    'slack-token',
    ['xox'],
    /xox[abdeoprs](?:\.xox[bp])?-(?:\d{1,2}-(?=[A-Za-z]{0,60}\d)[A-Za-z0-9]{30,}|\d{8,}-[A-Za-z0-9][A-Za-z0-9-]{7,})/g,
  ),
  rule('slack-app-token', ['xapp-'], /xapp-\d-[A-Z0-9]{6,20}-\d{6,20}-[A-Za-z0-9]{20,}/g),
  rule(
    'slack-webhook',
    ['hooks.slack.com/'],
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9+/]{30,})/g,
  ),
  // The first part is base64 of a number: so begins that of each digit, with the digit after it.
  rule(
    'discord-token',
    ['MD', 'MT', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT'],
    /(?<![\w-])[MNO][A-Za-z\d_-]{23,25}\.[\w-]{6}\.[\w-]{27,}/g,
  ),
  rule(
    'discord-webhook',
    ['/api/webhooks/'],
    /discord(?:app)?\.com\/api\/webhooks\/(\d{17,20}\/[\w-]{50,})/g,
  ),
  rule(
    'teams-webhook',
    ['.office.com/webhook'],
    /\.office\.com\/webhookb?2?\/([\w@-]{36,120}\/IncomingWebhook\/[\w/-]{32,})/g,
  ),
  rule('telegram-token', [':A'], /(?<!\d)\d{8,10}:A[\w-]{34}(?![\w-])/g),
  rule('sendgrid-key', ['SG.'], /(?<![\w.-])SG\.[\w-]{16,32}\.[\w-]{32,}/g),
  rule('mailgun-key', ['key-'], /(?<![\w-])(?:pub)?key-[0-9a-f]{32}(?![\w-])/g),
  rule('mailchimp-key', ['-us'], /(?<![\w-])[0-9a-f]{32}-us\d{1,2}(?![\w-])/g),
  rule('brevo-key', ['xkeysib-', 'xsmtpsib-'], /(?:xkeysib|xsmtpsib)-[0-9a-f]{64}-[A-Za-z0-9]{16}/g),
  rule('twilio-key', ['SK'], /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g),
  rule('resend-key', ['re_'], /(?<![A-Za-z0-9_])re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{22,26}(?![A-Za-z0-9_])/g),
  rule(
    'facebook-token',
    ['EAA', '0|', '1|', '2|', '3|', '4|', '5|', '6|', '7|', '8|', '9|'],
    /(?<![A-Za-z0-9])(?:EAA[A-Z][A-Za-z0-9]{80,}|\d{15,16}\|[\w-]{27,40}(?![\w-]))/g,
  ),

  // Payments and shops
  rule(
    'stripe-key',
    ['k_live_', 'k_test_', 'k_prod_', 'whsec_'],
    /(?<![A-Za-z0-9])(?:[sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}=*)/g,
  ),
  rule('shopify-token', ['shp'], /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss|ua)_[A-Za-z0-9]{32,}/g),
  rule('square-token', ['sq0', 'EAAA'], /(?<![A-Za-z0-9])(?:sq0(?:atp|csp|idp)-[\w-]{22,}|EAAA[\w-]{60})/g),
  rule(
    'paypal-token',
    ['access_token$'],
    /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/g,
  ),
  rule('flutterwave-key', ['FLWSECK'], /FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,40}/g),
  rule('easypost-key', ['EZAK', 'EZTK'], /(?<![A-Za-z0-9])EZ[AT]K[A-Za-z0-9]{54}/g),
  rule('duffel-token', ['duffel_'], /duffel_(?:test|live)_[\w-]{43}/g),
  rule('shippo-token', ['shippo_'], /shippo_(?:live|test)_[0-9a-f]{40}/g),
  rule(
    'sidekiq-key',
    ['.contribsys.com'],
    /\/\/([0-9a-f]{8}:[0-9a-f]{8})@(?:gems|enterprise)\.contribsys\.com/g,
  ),

  // Databases, monitoring, infrastructure
  rule('databricks-token', ['dapi'], /(?<![A-Za-z0-9])dapi[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])/g),
  rule('planetscale-token', ['pscale_'], /pscale_(?:pw|tkn|oauth)_[\w.=-]{32,}/g),
  rule('supabase-key', ['sbp_', 'sb_secret_'], /(?<![A-Za-z0-9])(?:sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,})/g),
  rule('mongodb-atlas-key', ['mdb_sa_'], /mdb_sa_sk_[\w-]{40,}/g),
  rule(
    'clickhouse-key',
    ['4b1d'],
    /(?<![A-Za-z0-9])4b1d(?=[A-Za-z0-9]*[A-Z])[A-Za-z0-9]{38}(?![A-Za-z0-9])/g,
  ),
  rule('airtable-token', ['pat'], /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/g),
  rule('vault-token', ['hvs.', 'hvb.', 'hvr.'], /(?<![\w.])hv[sbr]\.[\w-]{24,}/g),
  rule(
    'vault-secret-id',
    ['secret_id'],
    /secret_id["']?\s?[:=]\s?["']?([0-9a-f]{8}-[0-9a-f-]{27})(?![0-9a-f-])/g,
  ),
  rule('terraform-token', ['.atlasv1.'], /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}/g),
  rule('doppler-token', ['dp.'], /(?<![\w.])dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,}/g),
  rule('pulumi-token', ['pul-'], /(?<![\w-])pul-[0-9a-f]{40}(?![A-Za-z0-9])/g),
  rule('tailscale-key', ['tskey-'], /tskey-[a-z]{2,12}-[A-Za-z0-9]{8,32}-[A-Za-z0-9]{16,}/g),
  rule(
    'onepassword-token',
    ['ops_eyJ', 'A3-'],
    /(?<![A-Za-z0-9])(?:ops_eyJ[\w+/=-]{100,}|A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,6})/g,
  ),
  rule('age-secret-key', ['AGE-SECRET-KEY-'], /AGE-SECRET-KEY-1[0-9A-Z]{58}/g),
  rule(
    'grafana-token',
    ['glsa_', 'glc_', 'eyJrIjoi'],
    /(?<![A-Za-z0-9])(?:glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}|glc_[A-Za-z0-9+/]{32,}=*|eyJrIjoi[A-Za-z0-9+/]{40,}=*)/g,
  ),
  rule('sentry-token', ['sntrys_', 'sntryu_'], /sntry(?:s_[\w+/=.-]{60,}|u_[0-9a-f]{64})/g),
  rule(
    'newrelic-key',
    ['NRAK-', 'NRII-', 'NRJS-', 'NRIQ-'],
    /(?<![\w-])NR(?:AK|II|JS|IQ)-[A-Za-z0-9_-]{19,}/g,
  ),
  rule('dynatrace-token', ['dt0'], /(?<![A-Za-z0-9])dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}/g),
  rule('openshift-token', ['sha256~'], /sha256~[\w-]{43}(?![\w-])/g),
  rule('prefect-key', ['pnu_', 'pnb_'], /(?<![A-Za-z0-9])pn[ub]_[A-Za-z0-9]{36}/g),
  rule('infracost-key', ['ico-'], /(?<![\w-])ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])/g),

  // Tools
  rule('linear-key', ['lin_'], /(?<![A-Za-z0-9])lin_(?:api|oauth)_[A-Za-z0-9]{32,}/g),
  rule(
    'notion-token',
    ['ntn_', 'secret_'],
    /(?<![A-Za-z0-9_])(?:ntn_\d{11}[A-Za-z0-9]{32,}|secret_(?=[A-Za-z]*\d)[A-Za-z0-9]{43})(?![A-Za-z0-9])/g,
  ),
  rule(
    'figma-token',
    ['figd_', 'figo', 'figu', 'figh', 'figr'],
    /(?<![A-Za-z0-9])fig[douhr]{1,2}_[\w-]{40,}/g,
  ),
  rule('postman-key', ['PMAK-'], /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/g),
  rule('typeform-token', ['tfp_'], /(?<![A-Za-z0-9])tfp_[\w=.-]{40,}/g),
  rule('hubspot-token', ['pat-'], /(?<![\w-])pat-(?:na|eu|ap)\d-[0-9a-f]{8}-[0-9a-f-]{27}/g),
  rule('contentful-token', ['CFPAT-'], /CFPAT-[\w-]{43}/g),
  rule('readme-key', ['rdme_'], /rdme_[a-z0-9]{70}/g),
  rule('posthog-key', ['phx_'], /(?<![A-Za-z0-9])phx_\w{40,}/g),
  rule('mapbox-secret-token', ['sk.eyJ'], /(?<![\w.])sk\.eyJ[\w-]{40,}\.[\w-]{20,}/g),
  rule('adobe-key', ['p8e-'], /(?<![\w-])p8e-[A-Za-z0-9]{32}/g),
  rule('frameio-token', ['fio-u-'], /fio-u-[\w=-]{64}/g),
  rule('tines-webhook', ['.tines.com/webhook/'], /\.tines\.com\/webhook\/([0-9a-f]{32}\/[0-9a-f]{32})/g),
  rule('softlayer-key', ['softlayer.com/'], /api\.softlayer\.com\/soap\/v3(?:\.1)?\/([A-Za-z0-9]{64})/g),

  // Kinds of credential that many providers share
  rule('jwt', ['eyJ'], /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}(?:\.[\w-]*)?/g, hasJsonHeader),
  rule('base64-jwt', ['ZXlK'], /(?<![A-Za-z0-9+/])ZXlK[A-Za-z0-9+/]{60,}=*/g),
  rule(
    'password-hash',
    ['$1$', '$5$', '$6$', '$apr1$', '$2', '$argon2', '$y$'],
    /\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|(?:[156y]|apr1)\$[^\s$:'"]{1,40}\$(?:[./A-Za-z0-9]{1,24}\$)?[./A-Za-z0-9]{22,}|argon2(?:id|i|d)\$[\w=,$]{4,60}\$[A-Za-z0-9+/]{8,}\$[A-Za-z0-9+/]{16,})/g,
  ),
];

function rule(
  name: string,
  literals: readonly string[],
  pattern: RegExp,
  accepts?: (secret: string) => boolean,
): ProviderRule {
  return { name, literals, pattern, ...(accepts === undefined ? {} : { accepts }) };
}

/** The first part of a JSON web token is base64url of a JSON object (RFC 7515, 7.1). */
function hasJsonHeader(token: string): boolean {
  const [header = ''] = token.split('.', 1);
  try {
    return typeof JSON.parse(atob(header.replaceAll('-', '+').replaceAll('_', '/'))) === 'object';
  } catch {
    return false;
  }
}
