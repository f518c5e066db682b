// Creates a payment of 49.90 euro: KEY=btly_… go run main.go order-1002 1
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	log.SetFlags(0)
	order, attempt := "order-1002", "1"
	if len(os.Args) > 1 {
		order = os.Args[1]
	}
	if len(os.Args) > 2 {
		attempt = os.Args[2]
	}
	body, err := json.Marshal(map[string]any{
		"price":       map[string]string{"amount": "49.90", "currency": "EUR"}, // or "amount_sats": 25_000
		"reference":   order,
		"webhook_url": setting("WEBHOOK_URL", "http://localhost:4000/"),
	})
	if err != nil {
		log.Fatal(err)
	}
	url := setting("BLOCKTALLY_URL", "http://localhost:3000") + "/v1/btc/payments"
	request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("KEY"))
	request.Header.Set("Content-Type", "application/json")
	// The same key returns the same payment, so this is safe to repeat. It returns an expired payment
	// too: for a customer who comes back, count the attempt up.
	request.Header.Set("Idempotency-Key", order+"-"+attempt)

	client := http.Client{Timeout: 20 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	var answer struct {
		ID          string `json:"id"`
		CheckoutURL string `json:"checkout_url"`
		Code        string `json:"code"`
		Detail      string `json:"detail"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		log.Fatal(err)
	}
	if response.StatusCode != http.StatusCreated {
		log.Fatalf("%s: %s", answer.Code, answer.Detail)
	}
	fmt.Println("payment", answer.ID)
	fmt.Println("send the customer to", answer.CheckoutURL)
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
