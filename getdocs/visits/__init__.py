"""What happens to one Lease: a page is fetched, shown, read and written, a listing is read; and what of it enters the Frontier."""
