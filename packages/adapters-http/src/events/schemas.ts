import * as z from 'zod';

export const testWebhookResponse = z
  .object({ url: z.url().optional(), response_status: z.int(), response_body: z.string().optional() })
  .meta({ id: 'TestWebhookResponse' });

export const webhookSecret = z
  .object({ secret: z.string().meta({ description: 'Standard Webhooks secret', examples: ['whsec_…'] }) })
  .meta({ id: 'WebhookSecret' });

export const publicKey = z.string().meta({ description: 'P-256 public key as PEM' });
